package traceglass.app.cli.complete;

import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.Version;

/// `completion bash|zsh|fish|man`: prints a completion script or the manual page.
public final class CompletionCommand implements Callable<Integer> {

    enum Form {
        BASH,
        ZSH,
        FISH,
        MAN;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Supplier<CommandLine> program;
    private Form form = Form.BASH;

    private CompletionCommand(Supplier<CommandLine> program) {
        this.program = program;
    }

    /// Creates the command.
    ///
    /// @param program creates the command line with all commands
    public static CommandLine createCommandLine(Supplier<CommandLine> program) {
        CompletionCommand command = new CompletionCommand(program);
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.usageMessage().description(CompletionTexts.COMPLETION);
        OptionSpecs.addHelp(spec);
        spec.addPositional(OptionSpecs.parameter(Form.class, () -> command.form, v -> command.form = v)
                .index("0")
                .required(true)
                .paramLabel("bash|zsh|fish|man")
                .description(CompletionTexts.KIND)
                .build());
        return new CommandLine(spec);
    }

    @Override
    public Integer call() {
        CommandShape shape = CommandShape.of(program.get());
        System.out.print(
                switch (form) {
                    case BASH -> BashCompletion.script(shape);
                    case ZSH -> ZshCompletion.script(shape);
                    case FISH -> FishCompletion.script(shape);
                    case MAN -> ManPage.text(shape, Version.text());
                });
        return 0;
    }
}
