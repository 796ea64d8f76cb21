package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import traceglass.app.io.Failure;
import traceglass.app.io.Out;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.SampleTrace;
import traceglass.app.window.WindowPicture;

/// Draws the window into a picture in the current folder where there is no display to open it on.
final class PictureInstead {

    private static final long TIMEOUT_S = 600;
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 900;
    private static final String HELP = """
        traceglass: there is no display (DISPLAY and WAYLAND_DISPLAY are not set), so no window can be opened.
        Drawing the window to %s instead. What works without a display:
          traceglass screenshot TRACE -o OUT.png   the window as a picture, at any size
          traceglass info TRACE                    what a trace is
          traceglass query SQL TRACE               ask a trace in SQL
          traceglass shell TRACE                   ask it line by line
          traceglass record -o OUT.pftrace         record a trace
          traceglass bench import|query|render TRACE
        """;

    private PictureInstead() {}

    /// Whether this system opens windows on a display, and none is set.
    static boolean isNeeded(String system, Map<String, String> environment) {
        return system.equals("Linux")
                && environment.getOrDefault("DISPLAY", "").isEmpty()
                && environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    }

    /// Draws the window with what is asked for, or with the sample trace where no trace is.
    ///
    /// @return the exit code
    static int draw(LaunchRequest request) throws Failure {
        try {
            Path trace = request.trace() == null ? SampleTrace.file() : request.trace();
            Path file = fileFor(trace);
            System.err.print(HELP.formatted(file));
            WindowPicture.Request picture = new WindowPicture.Request(
                    trace,
                    request.beside(),
                    WIDTH,
                    HEIGHT,
                    1,
                    request.time(),
                    null,
                    false,
                    null,
                    request.select(),
                    null,
                    request.sql(),
                    null,
                    request.tracks(),
                    List.of(),
                    request.store());
            Files.write(file, WindowPicture.png(picture, TIMEOUT_S));
            return 0;
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure("cannot draw the window to a file: " + Out.reason(e), e);
        }
    }

    /// The name of the picture of a trace: `traceglass-NAME.png`, with the trace's name without its endings.
    static Path fileFor(Path trace) {
        String name = trace.getFileName().toString().replaceFirst("\\.gz$", "").replaceFirst("(?<=.)\\.[^.]*$", "");
        return Path.of("traceglass-" + name + ".png");
    }
}
