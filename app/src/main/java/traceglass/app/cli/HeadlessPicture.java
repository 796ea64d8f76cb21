package traceglass.app.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.app.launch.LaunchRequest;
import traceglass.app.launch.SampleTrace;
import traceglass.app.window.stage.WindowPicture;

/// Draws the window to a picture in the current folder if there is no display.
final class HeadlessPicture {

    private static final long TIMEOUT_S = 600;
    private static final int WIDTH = 1600;
    private static final int HEIGHT = 900;

    private HeadlessPicture() {}

    /// Returns whether windows need a display on this system and none is set.
    static boolean isNeeded(String system, Map<String, String> environment) {
        return system.equals("Linux")
                && environment.getOrDefault("DISPLAY", "").isEmpty()
                && environment.getOrDefault("WAYLAND_DISPLAY", "").isEmpty();
    }

    /// Draws the window with the requested trace, or with the sample trace.
    ///
    /// @return the exit code
    static int draw(LaunchRequest request) throws Failure {
        if (request.problem() != null) {
            throw new Failure(request.problem());
        }
        try {
            Path trace = request.trace() == null ? SampleTrace.file() : request.trace();
            Path file = fileFor(trace);
            CommandOutput.printNote(PictureTexts.noDisplay(file).stripTrailing());
            WindowPicture.Request picture = new WindowPicture.Request(
                    trace,
                    request.second(),
                    WIDTH,
                    HEIGHT,
                    WindowPicture.Style.PLAIN,
                    request.time(),
                    null,
                    null,
                    null,
                    request.select(),
                    null,
                    request.runsSql() ? request.sql() : null,
                    null,
                    request.tracks(),
                    List.of(),
                    request.store());
            Files.write(file, WindowPicture.png(picture, TIMEOUT_S));
            return 0;
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        } catch (IOException e) {
            throw new Failure(PictureTexts.cantDraw(CommandOutput.reason(e)), e);
        }
    }

    /// Returns the name of the picture of a trace: `traceglass-NAME.png`, where NAME is the trace's name without
    /// extensions.
    static Path fileFor(Path trace) {
        String name = trace.getFileName().toString().replaceFirst("\\.gz$", "").replaceFirst("(?<=.)\\.[^.]*$", "");
        return Path.of("traceglass-" + name + ".png");
    }
}
