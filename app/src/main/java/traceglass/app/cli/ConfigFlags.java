package traceglass.app.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.UsageErrors;
import traceglass.ingest.open.FormatDetector;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.CategoryArguments;
import traceglass.record.config.Preset;
import traceglass.record.config.RecordSettings;
import traceglass.record.config.check.ConfigProblem;
import traceglass.record.config.check.ConfigText;
import traceglass.record.spi.Platform;

/// Options that select what to record: a config file, a preset, or categories as in systrace.
public final class ConfigFlags {

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = RecordCommandTexts.CONFIG_FILE)
    String file;

    @Option(
            names = {"-p", "--preset"},
            paramLabel = "NAME",
            completionCandidates = PresetNames.class,
            description = RecordCommandTexts.PRESET)
    String preset;

    @Option(
            names = {"-t", "--time"},
            paramLabel = "TIME",
            converter = Duration.class,
            description = RecordCommandTexts.TIME)
    Long durationMs;

    @Option(
            names = {"-b", "--buffer"},
            paramLabel = "SIZE",
            converter = BufferSize.class,
            description = RecordCommandTexts.BUFFER)
    Long bufferKb;

    @Option(
            names = "--mode",
            paramLabel = "MODE",
            completionCandidates = ModeNames.class,
            description = RecordCommandTexts.MODE)
    String mode;

    @Parameters(paramLabel = "CATEGORY", arity = "0..*", description = RecordCommandTexts.CATEGORIES)
    List<String> categories = new ArrayList<>();

    /// Names of the presets of all platforms, for completion.
    static final class PresetNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return Stream.of(Platform.values())
                    .flatMap(p -> Preset.of(p).stream())
                    .map(Preset::id)
                    .distinct()
                    .iterator();
        }
    }

    /// Names of the modes, for completion.
    static final class ModeNames implements Iterable<String> {

        @Override
        public Iterator<String> iterator() {
            return List.of("stop", "ring", "long").iterator();
        }
    }

    /// A config and, if it was read as text, the positions of its fields.
    record Chosen(TraceConfig config, ConfigText text, String name) {

        /// Returns the `FILE:LINE:COLUMN: ` of a field, or an empty string.
        String describePosition(String field) {
            return text == null
                    ? ""
                    : text.position(field)
                            .map(p -> name + ":" + p.line() + ":" + p.column() + ": ")
                            .orElse("");
        }
    }

    /// Returns the config that the options describe; without options, the platform's default preset.
    Chosen choose(Platform platform, CommandSpec spec) throws Failure {
        if (file != null && (preset != null || !categories.isEmpty()) || preset != null && !categories.isEmpty()) {
            throw UsageErrors.of(spec, RecordCommandTexts.CONFLICTING_CONFIGS);
        }
        if (file != null && mode != null) {
            throw UsageErrors.of(spec, RecordCommandTexts.MODE_WITH_FILE);
        }
        return file != null ? fromFile() : new Chosen(settings(platform, spec).config(), null, null);
    }

    /// Thrown if the config file is a trace.
    static final class TraceInsteadOfConfigException extends Failure {

        private static final long serialVersionUID = 1;

        private TraceInsteadOfConfigException(String message, ConfigProblem cause) {
            super(message, cause);
        }
    }

    private Chosen fromFile() throws Failure {
        try {
            byte[] bytes = bytes();
            TraceConfig config = ConfigText.read(bytes, FormatDetector::of);
            if (config.equals(TraceConfig.getDefaultInstance())) {
                throw new Failure(RecordCommandTexts.emptyConfig(file.equals("-") ? CliTexts.STANDARD_INPUT : file));
            }
            ConfigText text = null;
            try {
                text = ConfigText.parse(new String(bytes, StandardCharsets.UTF_8));
            } catch (ConfigProblem e) {
                // The binary form has no lines.
            }
            return new Chosen(withOverrides(config), text, file.equals("-") ? CliTexts.STANDARD_INPUT : file);
        } catch (IOException e) {
            throw new Failure(RecordCommandTexts.cantReadConfig(file, CommandOutput.reason(e)), e);
        } catch (ConfigProblem e) {
            if (e.isTrace()) {
                throw new TraceInsteadOfConfigException(
                        RecordCommandTexts.traceInsteadOfConfig(file, e.getMessage(), quoted(file)), e);
            }
            throw new Failure(
                    file + (e.line() > 0 ? ":" + e.line() + ":" + e.column() : "") + ": " + e.getMessage(), e);
        }
    }

    /// Quotes an argument for a shell.
    private static String quoted(String argument) {
        return argument.matches("[\\w./+:@%-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }

    private byte[] bytes() throws IOException, ConfigProblem {
        if (file.equals("-")) {
            return ConfigText.bytes(System.in, FormatDetector::of);
        }
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            return ConfigText.bytes(in, FormatDetector::of);
        }
    }

    /// Returns the config with the changes of other options.
    TraceConfig withOverrides(TraceConfig config) {
        TraceConfig.Builder c = config.toBuilder();
        if (durationMs != null) {
            c.setDurationMs((int) Math.min(durationMs, 0xFFFFFFFFL));
        }
        if (bufferKb != null && c.getBuffersCount() > 0) {
            c.getBuffersBuilder(0).setSizeKb(bufferKb.intValue());
        }
        return c.build();
    }

    private RecordSettings settings(Platform platform, CommandSpec spec) {
        RecordSettings s;
        if (!categories.isEmpty()) {
            s = CategoryArguments.settings(platform, categories);
        } else {
            String name = preset == null ? Preset.of(platform).getFirst().id() : preset;
            s = Preset.find(platform, name)
                    .orElseThrow(() -> UsageErrors.of(
                            spec,
                            RecordCommandTexts.unknownPreset(
                                    name,
                                    platform.title(),
                                    Preset.of(platform).stream().map(Preset::id).toList())))
                    .settings();
        }
        if (mode != null) {
            s = s.withMode(
                    switch (mode.toLowerCase(Locale.ROOT)) {
                        case "stop" -> RecordSettings.Mode.STOP_WHEN_FULL;
                        case "ring" -> RecordSettings.Mode.RING_BUFFER;
                        case "long" -> RecordSettings.Mode.LONG_TRACE;
                        default -> throw UsageErrors.of(spec, RecordCommandTexts.unknownMode(mode));
                    });
        }
        if (bufferKb != null) {
            s = s.withBufferKb(bufferKb);
        }
        if (durationMs != null) {
            s = s.withDurationMs(durationMs);
        } else if (s.mode() == RecordSettings.Mode.LONG_TRACE) {
            s = s.withDurationMs(RecordSettings.LONG_DURATION_MS);
        }
        return s;
    }

    /// Parses a duration to milliseconds.
    static final class Duration implements ITypeConverter<Long> {

        private static final Pattern TEXT = Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(ms|s|sec|m|min|h|)");

        @Override
        public Long convert(String text) {
            Matcher m = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!m.matches()) {
                throw UsageErrors.ofValue(RecordCommandTexts.notADuration(text));
            }
            double ms = Double.parseDouble(m.group(1))
                    * switch (m.group(2)) {
                        case "ms" -> 1;
                        case "m", "min" -> 60_000;
                        case "h" -> 3_600_000;
                        default -> 1000;
                    };
            if (ms < 1) {
                throw UsageErrors.ofValue(RecordCommandTexts.ZERO_DURATION);
            }
            return Math.round(ms);
        }
    }

    /// Parses a size to units of 1024 bytes.
    static final class BufferSize implements ITypeConverter<Long> {

        private static final Pattern TEXT = Pattern.compile("(\\d+)\\s*(k|m|g)(?:i?b)?");
        private static final long MAX_KB = 0xFFFF_FFFFL;

        @Override
        public Long convert(String text) {
            Matcher m = TEXT.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!m.matches() || m.group(1).length() > 9) {
                throw UsageErrors.ofValue(RecordCommandTexts.notABufferSize(text));
            }
            long kb = Long.parseLong(m.group(1))
                    * switch (m.group(2)) {
                        case "k" -> 1;
                        case "m" -> 1024;
                        default -> 1024 * 1024;
                    };
            if (kb == 0 || kb > MAX_KB) {
                throw UsageErrors.ofValue(RecordCommandTexts.BUFFER_OUT_OF_RANGE);
            }
            return kb;
        }
    }
}
