package traceglass.sdk.jfr;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.DataSource;

/// Data source `java.jfr`: while a session has it, events of Flight Recorder of this JVM are written to the trace.
///
/// ```java
/// new JfrSource().register();
/// try (var recording = InProcessRecording.start(new TracingOptions().dataSource("java.jfr", "gc,locks=1ms"))) {
/// ```
///
/// Events have the categories `jfr.gc`, `jfr.locks`, `jfr.allocations`, `jfr.samples`, `jfr.cpu` and `jfr.events`,
/// which the session has to record. See [JfrConfig] for the config.
public final class JfrSource extends DataSource {

    /// Name that sessions start the source by.
    public static final String NAME = "java.jfr";

    private final List<JfrConfig> configs = new ArrayList<>();
    private @Nullable JfrStream stream;
    private int sessions;

    public JfrSource() {
        super(NAME);
    }

    /// Starts the events of a config, besides those that other sessions asked for.
    @Override
    protected synchronized void started(String config) {
        JfrConfig added;
        try {
            added = JfrConfig.parse(config);
        } catch (IllegalArgumentException e) {
            System.getLogger("traceglass.sdk.jfr")
                    .log(System.Logger.Level.ERROR, "Nothing of Flight Recorder is recorded: " + e.getMessage());
            added = JfrConfig.NONE;
        }
        configs.add(added);
        sessions++;
        replace(JfrConfig.union(configs));
    }

    /// Writes the events until now, which Flight Recorder passes on about once a second.
    @Override
    protected synchronized void flush() {
        if (sessions > 0) {
            replace(JfrConfig.union(configs));
        }
    }

    @Override
    protected synchronized void stopping() {
        if (sessions > 0 && --sessions == 0) {
            configs.clear();
            replace(JfrConfig.NONE);
        }
    }

    /// Starts a new stream before it ends the old one, so that no event is missed.
    private void replace(JfrConfig config) {
        JfrStream before = stream;
        stream = config.isEmpty() ? null : JfrStream.start(config);
        if (before != null) {
            long until = System.nanoTime();
            if (stream != null) {
                stream.from(until);
            }
            before.stop(until);
        }
    }
}
