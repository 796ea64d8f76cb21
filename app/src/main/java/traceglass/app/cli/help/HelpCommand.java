package traceglass.app.cli.help;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;
import traceglass.store.text.Spelling;

/// `help [COMMAND…|TOPIC]`: prints the help of the program, of a command, of its subcommand, or the text of a topic.
public final class HelpCommand implements Callable<Integer> {

    private final Supplier<CommandLine> program;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private List<String> words = List.of();

    private HelpCommand(Supplier<CommandLine> program) {
        this.program = program;
    }

    /// Creates the command.
    ///
    /// @param program creates the command line with all commands
    public static CommandLine createCommandLine(Supplier<CommandLine> program) {
        HelpCommand command = new HelpCommand(program);
        command.spec.usageMessage().description(HelpTexts.HELP);
        OptionSpecs.addHelp(command.spec);
        command.spec.addPositional(OptionSpecs.parameters(
                        String.class, () -> command.words, v -> command.words = v == null ? List.of() : v)
                .arity("0..*")
                .paramLabel("COMMAND|TOPIC")
                .completionCandidates(command::candidates)
                .description(HelpTexts.WORDS)
                .build());
        return new CommandLine(command.spec);
    }

    @Override
    public Integer call() {
        CommandLine commandLine = program.get();
        if (words.isEmpty()) {
            commandLine.usage(System.out);
            System.out.println();
            System.out.println(HelpTexts.TOPICS);
            int width =
                    HelpTopics.names().stream().mapToInt(String::length).max().orElse(0);
            for (String topic : HelpTopics.names()) {
                System.out.println("  " + topic + " ".repeat(width - topic.length() + 2) + HelpTopics.title(topic));
            }
            return 0;
        }
        if (words.size() == 1 && HelpTopics.names().contains(words.getFirst())) {
            CommandOutput.print(HelpTopics.text(words.getFirst()).stripTrailing());
            return 0;
        }
        for (String word : words) {
            CommandLine next = commandLine.getSubcommands().get(word);
            if (next == null) {
                throw UsageErrors.of(spec, describeUnknown(commandLine, word));
            }
            commandLine = next;
        }
        commandLine.usage(System.out);
        return 0;
    }

    private Iterator<String> candidates() {
        List<String> names = new ArrayList<>(program.get().getSubcommands().keySet());
        names.addAll(HelpTopics.names());
        return names.iterator();
    }

    private static String describeUnknown(CommandLine commandLine, String word) {
        List<String> names = new ArrayList<>(commandLine.getSubcommands().keySet());
        if (commandLine.getParent() != null) {
            return HelpTexts.noSubcommand(commandLine.getCommandName(), word, Spelling.nearest(word, names));
        }
        names.addAll(HelpTopics.names());
        return HelpTexts.noSuchTopic(word, Spelling.nearest(word, names));
    }
}
