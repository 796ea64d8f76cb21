package traceglass.sdk.jfr;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.DataSource;
import traceglass.sdk.SourceInstance;

/// Data source `java.jfr`: writes Flight Recorder events of this JVM to sessions that request it.
///
/// ```java
/// new JfrSource().register();
/// try (var recording = InProcessRecording.start(new TracingOptions().dataSource("java.jfr", "gc,locks=1ms"))) {
/// ```
///
/// Events have the categories `jfr.gc`, `jfr.locks`, `jfr.allocations`, `jfr.samples`, `jfr.cpu` and `jfr.events`,
/// which the session has to record. See [JfrConfig] for the config.
public final class JfrSource extends DataSource {

    /// Name by which sessions request the source.
    public static final String NAME = "java.jfr";

    private final Map<SourceInstance, JfrConfig> configs = new LinkedHashMap<>();
    private @Nullable JfrStream stream;

    public JfrSource() {
        super(NAME);
    }

    /// Adds the events that this session requests to those of other sessions.
    @Override
    protected synchronized void started(SourceInstance instance) {
        try {
            configs.put(instance, JfrConfig.parse(instance.text()));
        } catch (IllegalArgumentException e) {
            System.getLogger("traceglass.sdk.jfr")
                    .log(System.Logger.Level.ERROR, "Can't record Flight Recorder events: " + e.getMessage());
            return;
        }
        restart();
    }

    /// Writes the events up to now. Flight Recorder delivers events about once a second.
    @Override
    protected synchronized void flush(SourceInstance instance) {
        if (stream != null) {
            restart();
        }
    }

    @Override
    protected synchronized void stopping(SourceInstance instance) {
        if (configs.remove(instance) != null) {
            restart();
        }
    }

    /// Replaces the stream. The new one starts before the old one ends, so that no event is lost.
    private void restart() {
        JfrStream before = stream;
        JfrConfig config = JfrConfig.union(configs.values());
        stream = config.isEmpty() ? null : JfrStream.start(config);
        if (before != null) {
            long until = System.nanoTime();
            if (stream != null) {
                stream.startAt(until);
            }
            before.stop(until);
        }
    }
}
