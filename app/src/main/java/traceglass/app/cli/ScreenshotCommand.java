package traceglass.app.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;
import traceglass.app.cli.query.SqlArgument;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.io.UsageErrors;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;
import traceglass.app.preferences.Preferences;
import traceglass.app.window.stage.WindowPicture;

/// `screenshot TRACE -o OUT.png`: draws the window to a PNG file, or its timeline to an SVG file.
@Command(name = "screenshot", description = PictureTexts.SCREENSHOT, mixinStandardHelpOptions = true)
final class ScreenshotCommand implements Callable<Integer> {

    private static final long TIMEOUT_S = 600;
    /// Largest width or height of a picture that JavaFX draws, px.
    private static final int MAX_SIDE_PX = 16_000;

    enum Theme {
        light,
        dark
    }

    /// Width and height in px.
    record Size(int width, int height) {

        static final class Converter implements ITypeConverter<Size> {

            @Override
            public Size convert(String text) {
                Matcher m = Pattern.compile("(\\d{2,5})[x×](\\d{2,5})").matcher(text);
                if (!m.matches()) {
                    throw UsageErrors.ofValue(PictureTexts.notASize(text));
                }
                return new Size(Integer.parseInt(m.group(1)), Integer.parseInt(m.group(2)));
            }
        }
    }

    @ParentCommand
    Root root;

    private final TrackFlags tracks = TrackFlags.none();

    @Parameters(arity = "0..1", paramLabel = "TRACE", description = PictureTexts.TRACE)
    Path trace;

    @Option(
            names = {"--second", "--beside"},
            paramLabel = "TRACE",
            description = CliTexts.SECOND_TRACE)
    Path second;

    @Spec
    CommandSpec spec;

    @Option(
            names = {"-o", "--output"},
            required = true,
            paramLabel = "OUT.png|OUT.svg",
            description = PictureTexts.OUTPUT)
    Path output;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            defaultValue = "1600x900",
            converter = Size.Converter.class,
            description = PictureTexts.SIZE)
    Size size;

    @Option(names = "--scale", paramLabel = "N", defaultValue = "1", description = PictureTexts.SCALE)
    double scale;

    @Option(names = "--text-size", paramLabel = "PERCENT", defaultValue = "100", description = PictureTexts.TEXT_SIZE)
    int textSize;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Option(names = "--expand", paramLabel = "PATTERN|all", description = PictureTexts.EXPAND)
    String expand;

    @Option(names = "--filter", paramLabel = "TEXT", description = PictureTexts.FILTER)
    String filter;

    @Option(names = "--theme", paramLabel = "light|dark", defaultValue = "light", description = PictureTexts.THEME)
    Theme theme;

    @Option(names = "--panel", paramLabel = "NAME", description = PictureTexts.PANEL)
    String panel;

    @Option(
            names = "--select",
            paramLabel = "TABLE:ID",
            converter = EventRef.Converter.class,
            description = CliTexts.SELECT_EVENT)
    EventRef select;

    @Option(
            names = "--area",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = PictureTexts.AREA)
    TimeRange area;

    @Option(names = "--do", paramLabel = "COMMAND", description = PictureTexts.COMMANDS)
    List<String> actions = List.of();

    @Option(names = "--sql", paramLabel = "FILE", description = PictureTexts.SQL)
    String sql;

    @Option(names = "--search", paramLabel = "TEXT", description = PictureTexts.SEARCH)
    String search;

    static CommandLine createCommandLine() {
        ScreenshotCommand command = new ScreenshotCommand();
        CommandLine commandLine = new CommandLine(command);
        command.tracks.addTo(commandLine.getCommandSpec());
        return commandLine;
    }

    private double textScale() {
        List<Long> percents =
                Preferences.TEXT_SCALES.stream().map(s -> Math.round(s * 100)).toList();
        int index = percents.indexOf((long) textSize);
        if (index < 0) {
            throw UsageErrors.of(spec, PictureTexts.unknownTextSize(textSize, percents));
        }
        return Preferences.TEXT_SCALES.get(index);
    }

    @Override
    public Integer call() throws Failure {
        String name = output.toString().toLowerCase(Locale.ROOT);
        if (!name.endsWith(".png") && !name.endsWith(".svg")) {
            throw UsageErrors.of(spec, PictureTexts.unknownFormat(output));
        }
        if (scale <= 0 || size.width * scale > MAX_SIDE_PX || size.height * scale > MAX_SIDE_PX) {
            throw new Failure(PictureTexts.tooLarge(size.width * scale, size.height * scale, MAX_SIDE_PX));
        }
        if (second != null && trace == null) {
            throw new Failure(PictureTexts.NEEDS_FIRST_TRACE);
        }
        String text = sql == null ? null : SqlArgument.read(sql);
        byte[] bytes;
        try {
            WindowPicture.Request request = new WindowPicture.Request(
                    trace,
                    second,
                    size.width,
                    size.height,
                    new WindowPicture.Style(scale, textScale(), theme == Theme.dark),
                    time,
                    expand,
                    filter,
                    panel,
                    select,
                    area,
                    text,
                    search,
                    tracks,
                    actions,
                    root.store.options(trace));
            bytes = name.endsWith(".svg")
                    ? WindowPicture.svg(request, TIMEOUT_S).getBytes(StandardCharsets.UTF_8)
                    : WindowPicture.png(request, TIMEOUT_S);
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        }
        try {
            Files.write(output, bytes);
        } catch (IOException e) {
            throw new Failure(OutputTexts.cantWrite(output, CommandOutput.reason(e)), e);
        }
        return 0;
    }
}
