//! Bishop and knight against a bare king: how far the mate is, about, by three tables.
//!
//! The distance to mate in plies is taken as a sum of three numbers, which depend on the square of
//! the bare king and on that of the own king, of the knight or of the bishop. They were fitted by
//! least squares to the exact distances, as the Syzygy table has them (no capture helps the winner
//! here, so the distance to zeroing is that to mate). What they are fitted to matters most: not all
//! positions, of which nearly all are far from mate, but those on the lines of best play by both
//! sides, from random positions and from such as games of 500 nodes a move with earlier tables went
//! through, each weighted by one over the square root of how many have its distance. On these lines
//! the sum is off by 2.5 plies; fitted to all positions alike it leads the search astray.
//!
//! Of 200 random starts against the longest defence searches of 2,000 and of 20,000 nodes mate from all
//! within fifty moves, those of 500 from about 155.

use crate::types::{Bitboard, Centipawns, Square};

/// What the whole is worth at most, in plies; times [`PLY`] it must stay below the level of more
/// material.
const MOST: i32 = 66;
/// For each ply that the mate is nearer. Much less is too little beside the margins of the search:
/// with 25 and earlier tables it mates at 2,000 nodes from 185 of 200 starts, with 50 from all.
const PLY: Centipawns = 60;
/// The sum of the three numbers from which on the position is worth nothing.
const FARTHEST: i32 = 80;

/// The value of a position by how near the mate is, whoever is to move.
pub(super) fn value(bare: Square, own: Square, knight: Square, bishop: Square) -> Centipawns {
    // The board is turned so that the bishop is on dark squares and the bare king in the triangle
    // between a1, h1 and the middle. Reflections in the long diagonals leave dark squares dark.
    let light = !Bitboard::DARK.contains(bishop);
    let upright = |square: Square| if light { square.flip() } else { square };
    let king = upright(bare);
    let above_a1_h8 = king.rank() > king.file();
    let above_h1_a8 = king.file() + king.rank() > 7;
    let turned = |square| {
        let square: Square = upright(square);
        let (mut file, mut rank) = (square.file(), square.rank());
        if above_a1_h8 {
            (file, rank) = (rank, file);
        }
        if above_h1_a8 {
            (file, rank) = (7 - rank, 7 - file);
        }
        Square::new(file, rank)
    };
    let king = turned(bare);
    let row = usize::from([0, 7, 12, 15][usize::from(king.rank())] + king.file());
    let plies = |character: u8| i32::from(character) - i32::from(b'0');
    // Of squares 2n and 2n + 1 one is dark, so that half the index tells the dark ones apart.
    let sum = plies(OWN_KING[row][turned(own).dense()])
        + plies(KNIGHT[row][turned(knight).dense()])
        + plies(BISHOP[row][turned(bishop).dense() / 2]);
    PLY * (FARTHEST - sum).clamp(0, MOST)
}

// The tables. Each character counts plies from `0` on, `~` stands for squares that are not free.
// A row is a square of the bare king: a1 to h1, b2 to g2, c3 to f3, d4 and e4. In a row are the
// squares of the other piece, from a1 to h8.

/// By the square of the own king.
const OWN_KING: [&[u8; 64]; 20] = [
    br"~~148GQT~~037CJS10349BMS4349=DJO879=BFMOGCBDFJPQQJMJMPSXTSSOOQX\",
    br"~~~69GRQ~~~59DKR7258;BIQ767;?DHQ=:=ADIKPOLHHKLRTWQOOPSUYVVWWTVY\",
    br"]~~~=HPUG~~~<?JSB99<>@IRQ@=@BFKQSGBGJLMQTSMKOQRUVSTSSVWY[XXXVVX[",
    br"`]~~~DSX\Z~~~ENW[VH?DGNV[MDFILQVZOKMQRTXYYUUUVW\\ZZYXYZ]]\_[\\^_",
    br"_[[~~~VW]ZV~~~PU\YTHJKNP]YQPMOQV\YVSTTVW\ZWWWWX\[ZZYYYZ\^\]\\]\^",
    br"c_]Z~~~[`^\X~~~X`][XRNRU`]ZWSVV\`][YYYZ[`^\[[[\^a_^^]^^_ca_``aab",
    br"a^]YX~~~a^[YU~~~a^[XVSSSa^[XVVVYa^[ZYYYZa^\[[[[]b`^^^^^^caa`aaac",
    br"b^]YYT~~a^\YVU~~b^\YWTUTa^\YWWVYa^\ZYYYYa_]\\\\]b`_^^^^^dbaaabab",
    br"~~~?DQW\~~~?BNR[~~~?BKRX???BGLQYDBBGJOSVQNKLOTVZWRRQSVZ[\[XYVZ[`",
    br"`~~~DHY[W~~~CISZQ~~~DIQZRGBDIORYZKFKNQUXZWQRRUX[[WWWXX[^]\[[Y\\_",
    br"da~~~P^\a_~~~JV[`\~~~NUZ^VRQOQU[_TTSTVX[_\ZYYZ[]_]\\\\^_a`___^_a",
    br"fdb~~~]cdb_~~~V_ca\~~~T^ca\YTVY`c`^[Z[]`da`^^^_bdbbaaabdedcddcdf",
    br"hca_~~~_db^\~~~\da^[~~~\ca^\YXY_ca^\[\]ada`^^^_adbbaaabdgedcdddg",
    br"ea_\Z~~~c`][V~~~c`]ZW~~~b_]ZXWVZc`][ZZ[\c`_]]]]_db``_``aedccbcce",
    br"ba_XX[]_a~~~LTZ__~~~HPW]X~~~NSW_XLHNSVX\[TPSVY[]]ZWWX[]`__]_\]`b",
    br"fec`UZacdb~~~X\ac_~~~TZ`cW~~~X\`bXYVXZ^`b_[[\^_cba____acccbbccce",
    br"gfdca`bffdb~~~]cdb_~~~Zcdb^~~~]cdb_\\]`cdba`_`addcbbbbcegededdef",
    br"geda_]^aec`^~~~^da_[~~~]da^\~~~_da_]\[^adb`_^_`decbaaacegeddddeg",
    br"ggeeddefgeca_`bdec~~~\adea~~~]add_~~~^bdd`\]^`beebaabbdffddddefg",
    br"gffedcdffeca_^bdeba~~~^ceb^~~~_deb_~~~aeeca_^acfeccbbbeffeeeeefg",
];

/// By the square of the knight.
const KNIGHT: [&[u8; 64]; 20] = [
    br"~>:<?=DI>>;;<?@E:;;<><AA<;<=<@@B?<><??AE=?<@?ABDD@A@ABEGIEABEDGC",
    br"G~@<?=HG><;9<=>F8<9:<<C@==;==A>C><==A>CD>=<A>DBGK>ECGFGIHGDGGJKI",
    br"HK~<A<DEI8;<@9=B@ACD8>@B;B9;>?=C<B==A<EAA<B?@CAFHBBCDFEHGFEGEEGI",
    br"FDB~C<A@E7;<?=<=?<@=8;<D;A:9<:>A;A;<B=B?A>A?@CCCEBABCBBFDEBECDFE",
    br"D@BD~<DADAC7@=B7B;>?BA7BBA<A:@@ABA=@A?A??@C??@BCDBBBBBBEFDBDBDEE",
    br"A??>=~A>@>@6=<?>@:<==?7>??:>9;<=?><=><>=><?<>>??A?A????ABB?A?AAB",
    br"A@><==~=@>?><9?>A?><=?:=@>@><=<>A@>@><>=@A@>?>@>A@A@>@?@CA@A@A@A",
    br"@?=:=;=~?=?=;9==@?=;<=9;?=?=:<;=@?=?=;=:?@?=?=?=@?@?=?=?B@?@?@?@",
    br"HHF;=?DEH~@=B<=CF@?C7=@A;=C7;>@E=B7;C>DA?<=>>AAFD=@@DAAHECAEAFHF",
    br"GHD>F=CDG:~;A6<BE<C<6==BAE<9<=AE9A8;B=C?B=C?@CBCE@?BDBDFEEBFBEGF",
    br"CBBC@=?AB@A~@@@:AB>=?=0A?><??5?>@>7>><@>=?A==A@AA???@?ABAA?B?ABB",
    br"@@@?<>>??=?9~=>5?;<;=;;>>=:;;<;;>=:=<;===>>;<==>@=>===>?@@>?=@?A",
    br"??<;=??=><=<<~@<?=<;:=:@><=<;;;:?><=<;<<>?><=<><?>?>===?A@>?>???",
    br"@?=;=><>?=>=;9~<@>=;<>9>?=>=;<;=@?=>=;=;?@?=>=>=@>@?=>=?B@?@?@?@",
    br"EDDDA?BCDEC7?=BBDC~@AC;AD7@A@:BCA?A@@>BA?=C:>BBCBB;BBBBDCBACACDF",
    br"BA?@><;@A?@?>>?;@@?~??2??><=;<>>?====<>>>;?8=>@@@?:???@A@?>@>@BA",
    br"@?>>==8??>?>?=?8?>=;~?;=>==;<<<;>=:=<;==>;>:<=>>?><=>>=?@?>?>>?A",
    br"??=;=>=??==<<:@=?==:;~:>>==;:;<=?=;=;:<;>>>;====?>>====?@?>?>???",
    br"@@?>>=<@@??>=7><??<><>7=>>>~=<=>>=<=<<>==7><<=??<>7=>?>@@<=>=?@@",
    br"@?>=<=9??>>==;>9?>=;<?;=>=<<~<=<>=;=<;===8=;<=>>=>8==>>??==>>??@",
];

/// By the square of the bishop, of the dark ones only.
const BISHOP: [&[u8; 32]; 20] = [
    br"~69;47:@657;757:9757:757;;75@:7=",
    br"C49<369?486;796:97:699;6<=8;A=:?",
    br"A~6=F39A766<68=968<8:::>==9=@=<A",
    br"=>49?05<>38938@63:9:9<7?969>>;=>",
    br";;~5<;39<54:<5:2<58;5<6;5<<<<<<<",
    br":9;9::86::39:39;:49949:969::9:::",
    br"889~8877888687698868868886886888",
    br"88998869886686698768678866886888",
    br"6A6;~48<A46<479<66;989;:;<9?<<:<",
    br">A4:@27<938<49?=489=8=8>:99=@>9>",
    br";7>8<~3<<:5:;6=;467=6<;<89<;=<<;",
    br"88;78:69990892899489389849999999",
    br"777677~7776985688667667766876887",
    br"88998879886786698668668866886888",
    br"<8777;5>8~6<;5:<76;85::87<8:><8<",
    br"::;59<3::;38:3:::49:29::5::::;::",
    br"7886785787~585778468667867876887",
    br"87977887875885598658667766876888",
    br"8797784777778~689757467777787879",
    br"77877857776576688568657766776877",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square::from_dense)
    }

    /// Nothing changes if the board is turned or mirrored.
    #[test]
    fn the_board_can_be_turned() {
        let mirror = |square: Square| Square::new(7 - square.file(), square.rank());
        let swap = |square: Square| Square::new(square.rank(), square.file());
        let (own, knight) = (Square::new(3, 4), Square::new(5, 2));
        for bare in all() {
            for bishop in all().filter(|&square| ![own, knight, bare].contains(&square)) {
                let found = value(bare, own, knight, bishop);
                for turn in [&Square::flip as &dyn Fn(Square) -> Square, &mirror, &swap] {
                    assert_eq!(value(turn(bare), turn(own), turn(knight), turn(bishop)), found);
                }
            }
        }
    }

    /// The bare king is better placed in the corner that the bishop attacks than in the other, and
    /// in this better than in the middle.
    #[test]
    fn the_right_corner_is_worth_most() {
        let with_king = |file, rank, own_file, own_rank| {
            let (bare, own) = (Square::new(file, rank), Square::new(own_file, own_rank));
            value(bare, own, Square::new(4, 4), Square::new(4, 2))
        };
        let (right, wrong, middle) =
            (with_king(7, 7, 6, 5), with_king(7, 0, 6, 2), with_king(3, 4, 3, 2));
        assert!(right > wrong && wrong > middle, "{right} {wrong} {middle}");
    }
}
