//! The kinds of nodes.

use std::marker::PhantomData;

/// The kind of a node, as a type, so that each kind is compiled by itself (idea: Stockfish's
/// templates; as a trait: Viridithas).
pub trait NodeKind {
    /// On the principal variation: the window is open.
    const PV: bool;
    /// The root.
    const ROOT: bool = false;
    /// Nothing but principal variation search: no table, no draw but stalemate, no
    /// extension, reduction or pruning. Its values are known from elsewhere, so it
    /// shows whether the skeleton of the search is right.
    const BARE: bool = false;
    /// Its nodes are recorded, see [`Trace`](crate::search::Trace).
    const RECORDED: bool = false;
    /// Neither the root nor bare: everything beyond principal variation search but the table,
    /// reductions and what is learned.
    const SELECTIVE: bool = !Self::ROOT && !Self::BARE;
    /// The kind of its children with an open window.
    type PvChild: NodeKind;
    /// The kind of its children with a null window.
    type NonPvChild: NodeKind;
}

/// The root.
pub struct Root;
/// A node on the principal variation.
pub struct Pv;
/// A node with a null window.
pub struct NonPv;
/// The same kind of node, recorded.
pub struct Recorded<N>(PhantomData<N>);
/// As [`Pv`], of the bare search.
pub struct BarePv;
/// As [`NonPv`], of the bare search.
pub struct BareNonPv;

impl NodeKind for Root {
    const PV: bool = true;
    const ROOT: bool = true;
    type PvChild = Pv;
    type NonPvChild = NonPv;
}

impl NodeKind for Pv {
    const PV: bool = true;
    type PvChild = Pv;
    type NonPvChild = NonPv;
}

impl NodeKind for NonPv {
    const PV: bool = false;
    type PvChild = Pv;
    type NonPvChild = NonPv;
}

impl<N: NodeKind> NodeKind for Recorded<N> {
    const PV: bool = N::PV;
    const ROOT: bool = N::ROOT;
    const BARE: bool = N::BARE;
    const RECORDED: bool = true;
    type PvChild = Recorded<N::PvChild>;
    type NonPvChild = Recorded<N::NonPvChild>;
}

impl NodeKind for BarePv {
    const PV: bool = true;
    const BARE: bool = true;
    type PvChild = BarePv;
    type NonPvChild = BareNonPv;
}

impl NodeKind for BareNonPv {
    const PV: bool = false;
    const BARE: bool = true;
    type PvChild = BarePv;
    type NonPvChild = BareNonPv;
}
