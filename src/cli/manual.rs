//! What the program says of itself: the manual page, which is `--help` of the program and of each
//! command on one page, and the pages `docs/command-line.md` and `docs/options.md`.

use crate::engine::{OPTIONS, OptionKind};
use crate::terminal::Failure;
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

/// Prints `docs/command-line.md`.
pub(super) fn markdown(program: &mut Command) -> Result<u8, Failure> {
    let mut page = "# Command line\n\nWritten by `nullfenster man --markdown`.\n".to_owned();
    let mut section = |title: &str, command: &mut Command| {
        let help = command.render_long_help().to_string();
        let help: String = help.lines().flat_map(|line| [line.trim_end(), "\n"]).collect();
        page += &format!("\n## {title}\n\n```text\n{}\n```\n", help.trim_end());
    };
    section("nullfenster", program);
    program.build();
    for command in program.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        let name = command.get_name().to_owned();
        section(&name, command);
    }
    io::stdout().write_all(page.as_bytes())?;
    Ok(0)
}

/// Prints `docs/options.md`.
pub(super) fn options() -> Result<u8, Failure> {
    let mut page = "# UCI options\n\nWritten by `nullfenster options`. Set an option with \
        `setoption name NAME value VALUE`, in the dialog of a GUI, or on the command line as \
        `--NAME=VALUE` before a UCI command or `bench`.\n\n\
        | Name | Type | Default | Range | Effect |\n|---|---|---|---|---|\n"
        .to_owned();
    for option in &OPTIONS {
        let [kind, default, range] = match option.kind {
            OptionKind::Check(default) => ["check".to_owned(), default.to_string(), String::new()],
            OptionKind::Spin { default, min, max } => {
                ["spin".to_owned(), default.to_string(), format!("{min} to {max}")]
            }
            OptionKind::Button => ["button".to_owned(), String::new(), String::new()],
            OptionKind::Text(default) => ["string".to_owned(), default.to_owned(), String::new()],
            OptionKind::Choice(words) => {
                ["combo".to_owned(), words[0].to_owned(), words.join(", ")]
            }
        };
        let default = if default.is_empty() { default } else { format!("`{default}`") };
        page +=
            &format!("| `{}` | {kind} | {default} | {range} | {} |\n", option.name, option.effect);
    }
    io::stdout().write_all(page.as_bytes())?;
    Ok(0)
}
