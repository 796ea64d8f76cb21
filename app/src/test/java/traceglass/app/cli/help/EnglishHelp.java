package traceglass.app.cli.help;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.Root;

/// A program that prints the help texts of commands and their arguments that are not translated, one per line.
public final class EnglishHelp {

    private static final Set<String> FOUND = new TreeSet<>();

    private EnglishHelp() {}

    public static void main(String[] args) {
        collect(Root.commandLine());
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        FOUND.forEach(out::println);
    }

    private static void collect(CommandLine commandLine) {
        CommandSpec command = commandLine.getCommandSpec();
        String name = command.qualifiedName();
        add(name, command.usageMessage().description());
        add(name, command.usageMessage().footer());
        for (ArgSpec argument : command.args()) {
            if (!argument.hidden()) {
                add(name + " " + argument.paramLabel(), argument.description());
            }
        }
        commandLine.getSubcommands().values().forEach(EnglishHelp::collect);
    }

    private static void add(String name, String... lines) {
        String text = String.join(" ", lines);
        if (!text.isEmpty() && !text.contains("⟦")) {
            FOUND.add(name + ": " + text);
        }
    }
}
