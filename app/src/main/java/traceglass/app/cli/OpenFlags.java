package traceglass.app.cli;

import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import traceglass.app.io.Failure;
import traceglass.app.io.OutputTexts;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TraceLink;
import traceglass.app.launch.TrackFlags;
import traceglass.app.project.ProjectFile;
import traceglass.store.database.StoreOptions;

/// Options for the content of the window.
final class OpenFlags {

    @Parameters(index = "0", arity = "0..1", paramLabel = "TRACE", description = CliTexts.OPEN_TRACE)
    String trace;

    @Parameters(index = "1", arity = "0..1", paramLabel = "SECOND", description = CliTexts.SECOND_TRACE)
    Path second;

    @Option(
            names = {"--second", "--beside"},
            paramLabel = "TRACE",
            description = CliTexts.SAME_AS_SECOND)
    Path secondOption;

    @Option(
            names = "--time",
            paramLabel = "START..END",
            converter = TimeRange.Converter.class,
            description = TimeRange.HELP)
    TimeRange time;

    @Mixin
    TrackFlags tracks = TrackFlags.none();

    @Option(
            names = "--select",
            paramLabel = "TABLE:ID",
            converter = EventRef.Converter.class,
            description = CliTexts.SELECT_EVENT)
    EventRef select;

    @Option(names = "--sql", paramLabel = "FILE", description = CliTexts.OPEN_SQL)
    String sql;

    @Option(names = "--show-errors", description = CliTexts.SHOW_ERRORS)
    boolean showErrors;

    int run(StoreFlags store) throws Failure {
        LaunchRequest request = request(store.options());
        return WindowLauncher.window(
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
        String text = sql == null ? link.sql() : QueryRun.read(sql);
        Path other = secondOption == null ? second : secondOption;
        check(link.file());
        check(other);
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

    /// Reports a wrong path before a window is opened.
    private static void check(Path file) throws Failure {
        if (file != null && !Files.isReadable(file)) {
            throw new Failure(
                    Files.exists(file)
                            ? OutputTexts.cantRead(file, OutputTexts.PERMISSION_DENIED)
                            : CliTexts.doesNotExist(file));
        }
    }
}
