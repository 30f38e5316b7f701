//! The manual page: what `--help` says of the program and of each command, on one page.

use super::common::Failure;
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};

/// Prints the manual page of `program`. Its commands are sections of that page, with their
/// options, since they have no pages of their own; `uci` says how commands of UCI are given,
/// in lines that stay as they are.
pub(super) fn run(program: &Command, uci: &str) -> Result<u8, Failure> {
    let mut out = io::stdout();
    let page = Man::new(program.clone());
    page.render_title(&mut out)?;
    page.render_name_section(&mut out)?;
    page.render_synopsis_section(&mut out)?;
    page.render_description_section(&mut out)?;
    page.render_options_section(&mut out)?;
    Roff::new().control("SH", ["COMMANDS"]).to_writer(&mut out)?;
    for command in program.get_subcommands() {
        let name = format!("nullfenster {}", command.get_name());
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        Roff::new().control("SS", [&*name]).text([roman(about)]).to_writer(&mut out)?;
        if command.get_arguments().next().is_some() {
            out.write_all(&arguments(command)?)?;
        }
    }
    let mut section = Roff::new();
    section.control("SH", ["UCI COMMANDS"]).control("nf", []);
    for line in uci.lines() {
        section.text([roman(line)]);
    }
    section.control("fi", []).to_writer(&mut out)?;
    Ok(0)
}

/// The arguments of `command`, without the heading of a section.
fn arguments(command: &Command) -> io::Result<Vec<u8>> {
    let mut section = Vec::new();
    Man::new(command.clone().disable_help_flag(true)).render_options_section(&mut section)?;
    let text = String::from_utf8_lossy(&section);
    let list = text.lines().skip_while(|line| !line.starts_with(".TP"));
    Ok(list.flat_map(|line| [line, "\n"]).collect::<String>().into_bytes())
}
