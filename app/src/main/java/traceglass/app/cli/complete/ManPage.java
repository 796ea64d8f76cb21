package traceglass.app.cli.complete;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import traceglass.app.cli.help.HelpTopics;

/// The manual page in roff: all commands with their options, and the topics of `help`.
final class ManPage {

    private static final Pattern NOT_ASCII = Pattern.compile("[^\\x00-\\x7f]");

    private final CommandShape program;
    private final StringBuilder out = new StringBuilder();

    private ManPage(CommandShape program) {
        this.program = program;
    }

    static String text(CommandShape program, String version) {
        return new ManPage(program).page(version);
    }

    private String page(String version) {
        out.append(".TH TRACEGLASS 1 \"\" \"Traceglass ")
                .append(escaped(version))
                .append("\" \"")
                .append(CompletionTexts.MANUAL)
                .append("\"\n");
        writeSection("NAME");
        writeLine("traceglass - " + CompletionTexts.SUMMARY);
        writeSection("SYNOPSIS");
        writeSynopsis(program);
        writeMacro(".br");
        out.append(".B traceglass\n.I COMMAND\n[\\fIOPTION\\fR]... [\\fIARGUMENT\\fR]...\n");
        writeSection("DESCRIPTION");
        writeLine(program.description());
        writeLine(CompletionTexts.DETAILS);
        writeSection("OPTIONS");
        program.options().stream().filter(o -> !isCommonOption(o)).forEach(this::writeOption);
        writeMacro(".PP");
        writeLine(CompletionTexts.EVERY_COMMAND);
        program.options().stream().filter(this::isCommonOption).forEach(this::writeOption);
        writeSection("COMMANDS");
        program.all().filter(c -> !c.path().isEmpty()).forEach(this::writeCommand);
        for (String topic : HelpTopics.names()) {
            List<String> lines = HelpTopics.text(topic).lines().toList();
            writeSection(topic.replace('-', ' ').toUpperCase(Locale.ROOT));
            writeLine(lines.getFirst() + ":");
            writeMacro(".PP");
            writeMacro(".nf");
            lines.subList(2, lines.size()).forEach(this::writeLine);
            writeMacro(".fi");
        }
        return out.toString();
    }

    /// Returns whether all commands have an option. False for an option that only the subcommands of one command
    /// inherit.
    private boolean isCommonOption(CommandShape.Option option) {
        return program.options().stream()
                        .anyMatch(o -> o.isInherited() && o.names().equals(option.names()))
                || option.names().contains("--help")
                || option.names().contains("--version");
    }

    private void writeCommand(CommandShape command) {
        writeMacro(".SS " + escaped(command.path()));
        writeSynopsis(command);
        writeMacro(".PP");
        writeLine(command.description());
        command.arguments().forEach(a -> {
            writeMacro(".TP");
            out.append("\\fI").append(escaped(a.values().label())).append("\\fR\n");
            writeLine(a.description());
        });
        command.options().stream().filter(o -> !isCommonOption(o)).forEach(this::writeOption);
    }

    private void writeSynopsis(CommandShape command) {
        out.append(".B ")
                .append(escaped(("traceglass " + command.path()).strip()))
                .append('\n');
        List<String> words = new ArrayList<>(List.of("[\\fIOPTION\\fR]..."));
        if (!command.commands().isEmpty() && !command.path().isEmpty()) {
            words.add("\\fICOMMAND\\fR");
        }
        for (CommandShape.Argument a : command.arguments()) {
            String label = "\\fI" + escaped(a.values().label()) + "\\fR" + (a.isRepeatable() ? "..." : "");
            words.add(a.isOptional() ? "[" + label + "]" : label);
        }
        out.append(String.join(" ", words)).append('\n');
    }

    private void writeOption(CommandShape.Option option) {
        writeMacro(".TP");
        List<String> names = new ArrayList<>();
        for (String name : option.names()) {
            String text = "\\fB" + escaped(name) + "\\fR";
            if (option.hasValue()) {
                text += (name.startsWith("--") ? "=" : " ") + "\\fI"
                        + escaped(option.values().getFirst().label()) + "\\fR";
            }
            names.add(text);
        }
        out.append(String.join(", ", names)).append('\n');
        writeLine(option.description());
    }

    private void writeSection(String name) {
        writeMacro(".SH " + name);
    }

    private void writeMacro(String text) {
        out.append(text).append('\n');
    }

    /// Appends a line of text. Escapes a leading dot or apostrophe, which would start a roff request.
    private void writeLine(String text) {
        String escaped = escaped(text);
        out.append(escaped.startsWith(".") || escaped.startsWith("'") ? "\\&" : "")
                .append(escaped)
                .append('\n');
    }

    private static String escaped(String text) {
        String roff = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
        // Not all versions of roff read UTF-8.
        return NOT_ASCII
                .matcher(roff)
                .replaceAll(m -> "\\\\[u%04X]".formatted(m.group().codePointAt(0)));
    }
}
