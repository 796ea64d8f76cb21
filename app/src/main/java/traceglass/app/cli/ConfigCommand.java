package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.analysis.doctor.RecordedConfig;
import traceglass.analysis.query.TraceQueries;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.Preset;
import traceglass.record.config.check.ConfigCheck;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;
import traceglass.sql.result.QueryException;
import traceglass.store.TraceStore;
import traceglass.store.text.DisplayText;
import traceglass.store.time.TimeText;

/// `config`: prints the trace config of a preset, of categories, of a file or of a trace, as text or in binary form.
@Command(name = "config", description = RecordCommandTexts.CONFIG, mixinStandardHelpOptions = true)
final class ConfigCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    @Mixin
    ConfigFlags config;

    @Option(names = "--platform", paramLabel = "android|linux|chrome", description = RecordCommandTexts.PLATFORM)
    String platform = "android";

    @ParentCommand
    Root root;

    @Option(names = "--binary", description = RecordCommandTexts.BINARY)
    boolean binary;

    @Override
    public Integer call() throws Failure {
        Platform recordedPlatform = Platform.ofName(platform);
        if (recordedPlatform == null) {
            throw UsageErrors.of(spec, RecordCommandTexts.unknownPlatform(platform));
        }
        if (config.file == null && config.preset == null && config.categories.isEmpty()) {
            list();
            return 0;
        }
        ConfigFlags.Chosen choice = choose(recordedPlatform);
        TraceConfig traceConfig = choice.config();
        ConfigCheck.check(traceConfig, 0)
                .forEach(i -> CommandOutput.report(choice.describePosition(i.field()) + i.message()));
        try {
            if (binary) {
                traceConfig.writeTo(System.out);
            } else {
                System.out.print(ConfigText.print(traceConfig));
            }
            System.out.flush();
        } catch (IOException e) {
            throw new Failure(RecordCommandTexts.cantWriteConfig(CommandOutput.reason(e)), e);
        }
        return 0;
    }

    /// Returns the config that the options describe; for a trace, the config it was recorded with.
    private ConfigFlags.Chosen choose(Platform recordedPlatform) throws Failure {
        try {
            return config.choose(recordedPlatform, spec);
        } catch (ConfigFlags.TraceInsteadOfConfigException e) {
            if (config.file.equals("-")) {
                // Standard input has been consumed and can't be read again.
                throw new Failure(RecordCommandTexts.STANDARD_INPUT_IS_A_TRACE, e);
            }
            return new ConfigFlags.Chosen(config.withOverrides(readFromTrace(Path.of(config.file))), null, null);
        }
    }

    private TraceConfig readFromTrace(Path trace) throws Failure {
        try (TraceStore opened = TraceArgument.open(trace, root.store.options()).store()) {
            String text = TraceQueries.query(opened, RecordedConfig::text)
                    .orElseThrow(() -> new Failure(RecordCommandTexts.noConfigIn(trace)));
            return ConfigText.parse(text).config();
        } catch (QueryException e) {
            throw new Failure(OutputTexts.cantUseDatabase(e.getMessage()), e);
        } catch (ConfigProblem e) {
            throw new Failure(RecordCommandTexts.cantUseConfigIn(trace, e.describe()), e);
        }
    }

    private static void list() {
        for (Platform p : Platform.values()) {
            for (Preset preset : Preset.of(p)) {
                CommandOutput.print(String.format(
                        "%-8s %-11s %6s  %5s  %s",
                        p.name().toLowerCase(Locale.ROOT),
                        preset.id(),
                        DisplayText.size(preset.settings().bufferKb() * 1024),
                        TimeText.brief(preset.settings().durationMs()),
                        preset.description()));
            }
        }
    }
}
