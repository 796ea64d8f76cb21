package traceglass.app.cli;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.cli.query.SqlArgument;
import traceglass.app.io.Failure;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.OutputTexts;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TraceLink;
import traceglass.app.launch.TrackFlags;
import traceglass.app.project.ProjectFile;
import traceglass.store.database.StoreOptions;

/// Parameters and options that select the traces and the initial view of the window.
final class OpenFlags {

    String trace;
    private Path secondParameter;
    private Path secondOption;
    private TimeRange time;
    private final TrackFlags tracks = TrackFlags.none();
    private EventRef select;
    private String sql;
    private boolean showErrors;

    /// Adds these options and parameters to a command.
    void addTo(CommandSpec spec) {
        spec.addPositional(OptionSpecs.parameter(String.class, () -> trace, v -> trace = v)
                .index("0")
                .arity("0..1")
                .paramLabel("TRACE")
                .description(CliTexts.OPEN_TRACE)
                .build());
        spec.addPositional(OptionSpecs.parameter(Path.class, () -> secondParameter, v -> secondParameter = v)
                .index("1")
                .arity("0..1")
                .paramLabel("SECOND")
                .description(CliTexts.SECOND_TRACE)
                .build());
        spec.addOption(OptionSpecs.value(Path.class, () -> secondOption, v -> secondOption = v, "--second", "--beside")
                .paramLabel("TRACE")
                .description(CliTexts.SAME_AS_SECOND)
                .build());
        spec.addOption(OptionSpecs.value(TimeRange.class, () -> time, v -> time = v, "--time")
                .paramLabel("START..END")
                .converters(new TimeRange.Converter())
                .description(TimeRange.HELP)
                .build());
        tracks.addTo(spec);
        spec.addOption(OptionSpecs.value(EventRef.class, () -> select, v -> select = v, "--select")
                .paramLabel("TABLE:ID")
                .converters(new EventRef.Converter())
                .description(CliTexts.SELECT_EVENT)
                .build());
        spec.addOption(OptionSpecs.value(String.class, () -> sql, v -> sql = v, "--sql")
                .paramLabel("FILE")
                .description(CliTexts.OPEN_SQL)
                .build());
        spec.addOption(OptionSpecs.flag("--show-errors", () -> showErrors, v -> showErrors = v)
                .description(CliTexts.SHOW_ERRORS)
                .build());
    }

    /// Opens the window and returns the exit code of the program.
    int run(StoreFlags store) throws Failure {
        LaunchRequest request = request(store.options());
        return WindowLauncher.openWindow(
                request.trace() == null ? request : request.withStore(store.options(request.trace())));
    }

    /// Returns the request for the window.
    ///
    /// @throws Failure if a file can't be read or a link is invalid, unless the window shows errors
    LaunchRequest request(StoreOptions store) throws Failure {
        try {
            return trace != null && TraceLink.isLink(trace)
                    ? request(link(), store)
                    : request(new TraceLink(file(), null, null, null, null), store);
        } catch (Failure e) {
            if (!showErrors) {
                throw e;
            }
            return LaunchRequest.problem(e.getMessage(), store);
        }
    }

    /// @param link link whose fields the options complete or override
    private LaunchRequest request(TraceLink link, StoreOptions store) throws Failure {
        String text = sql == null ? link.sql() : SqlArgument.read(sql);
        Path other = secondOption == null ? secondParameter : secondOption;
        checkReadable(link.file());
        checkReadable(other);
        return new LaunchRequest(
                link.file(),
                other,
                time == null ? link.time() : time,
                link.range(),
                select == null ? link.select() : select,
                text,
                sql != null,
                tracks,
                null,
                store);
    }

    private TraceLink link() throws Failure {
        TraceLink link = TraceLink.parse(trace);
        if (ProjectFile.isProject(link.file())) {
            throw new Failure(CliTexts.linkToProject(link.file()));
        }
        return link;
    }

    /// Returns the trace as a path. Desktops pass files as URIs to programs that accept links.
    private Path file() throws Failure {
        try {
            if (trace == null) {
                return null;
            }
            return trace.startsWith("file:/") ? Path.of(URI.create(trace)) : Path.of(trace);
        } catch (IllegalArgumentException | FileSystemNotFoundException e) {
            throw new Failure(CliTexts.notAPath(trace), e);
        }
    }

    /// Reports a missing or unreadable file before a window is opened.
    private static void checkReadable(Path file) throws Failure {
        if (file != null && !Files.isReadable(file)) {
            throw new Failure(
                    Files.exists(file)
                            ? OutputTexts.cantRead(file, OutputTexts.PERMISSION_DENIED)
                            : CliTexts.doesNotExist(file));
        }
    }
}
