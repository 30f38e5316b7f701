//! Lists of the active inputs of positions, and their inversion.

/// Lists of indices, stored one after the other.
#[derive(Default)]
pub(super) struct Lists {
    indices: Vec<u16>,
    /// The end of each list.
    ends: Vec<u32>,
}

impl Lists {
    pub fn clear(&mut self) {
        self.indices.clear();
        self.ends.clear();
    }

    pub fn push(&mut self, list: &[u16]) {
        self.indices.extend_from_slice(list);
        self.ends.push(self.indices.len() as u32);
    }

    /// The lists, two at a time.
    #[inline(always)]
    pub fn pairs(&self) -> impl Iterator<Item = [&[u16]; 2]> {
        let mut start = 0;
        self.ends.as_chunks().0.iter().map(move |&[middle, end]| {
            let pair = [
                &self.indices[start..middle as usize],
                &self.indices[middle as usize..end as usize],
            ];
            start = end as usize;
            pair
        })
    }

    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let list = &self.indices[start..end as usize];
            start = end as usize;
            list
        })
    }

    /// Sets list n, for n below `count`, to the places of the lists of `from` that contain n.
    pub fn invert(&mut self, from: &Self, count: usize) {
        self.ends.clear();
        self.ends.resize(count, 0);
        for &index in &from.indices {
            self.ends[usize::from(index)] += 1;
        }
        let mut start = 0;
        for end in &mut self.ends {
            start += std::mem::replace(end, start);
        }
        self.indices.clear();
        self.indices.resize(from.indices.len(), 0);
        // Each end starts as that of the list's filled part.
        for (place, list) in from.iter().enumerate() {
            for &index in list {
                let end = &mut self.ends[usize::from(index)];
                self.indices[*end as usize] = place as u16;
                *end += 1;
            }
        }
    }
}
