package traceglass.sdk.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.InProcessRecording;
import traceglass.sdk.Tracing;
import traceglass.sdk.TracingOptions;

/// Starts the services that the options request: the recording, the connection to the tracing service, and the
/// instrumentation of methods.
public final class AgentSession {

    private static final System.Logger LOG = System.getLogger("traceglass.sdk.agent");

    private AgentSession() {}

    /// Starts the session. Public because a different class loader can have loaded its caller, [AgentMain].
    ///
    /// @throws IllegalArgumentException if the options are invalid
    public static void start(String text, Instrumentation instrumentation) {
        AgentOptions options = AgentOptions.parse(text);
        MethodTransformer transformer = new MethodTransformer(options.patterns());
        if (options.isSystem()) {
            // Stays connected until the process ends.
            Tracing.initialize(Tracing.Backend.SYSTEM);
        }
        InProcessRecording recording = options.file() == null ? null : record(options);
        instrumentation.addTransformer(transformer, true);
        transformer.transformLoaded(instrumentation);
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> finish(options, transformer, recording), "traceglass-agent-finish"));
    }

    private static InProcessRecording record(AgentOptions options) {
        TracingOptions settings = new TracingOptions().bufferKb(options.bufferKb());
        return InProcessRecording.start(options.isRing() ? settings.ring() : settings);
    }

    private static void finish(
            AgentOptions options, MethodTransformer transformer, @Nullable InProcessRecording recording) {
        if (transformer.methods() == 0) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "No method was traced: no loaded method matches " + options.patterns());
        }
        Path file = options.file();
        if (recording == null || file == null) {
            return;
        }
        try (recording) {
            recording.save(file);
        } catch (IOException e) {
            LOG.log(System.Logger.Level.ERROR, "Can't save the trace to " + file, e);
        }
    }
}
