package traceglass.record.ipc;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;
import traceglass.protos.common.ObservableEvents.DataSourceInstanceState;
import traceglass.protos.common.ObservableEvents.DataSourceInstanceStateChange;
import traceglass.protos.config.TraceConfig;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder.Listener;
import traceglass.record.spi.ServiceInfo;
import traceglass.record.spi.SourceState;

/// The data sources of a recording through a tracing service: which are missing, waiting, and running. Reports every
/// change to the listener.
final class RecordedSources {

    private final ConsumerPort port;
    private final ServiceInfo info;
    private final TraceConfig config;
    /// Data sources that are available but have not started.
    private final Set<String> waiting = ConcurrentHashMap.newKeySet();
    /// Running data sources, each with its producer.
    private final Set<String> running = ConcurrentHashMap.newKeySet();

    RecordedSources(ConsumerPort port, ServiceInfo info, TraceConfig config) {
        this.port = port;
        this.info = info;
        this.config = config;
    }

    /// Reports the requested data sources, and follows them from now on.
    ///
    /// @param startedService service that was started for the recording, or null
    /// @param absentHint hint if no producer offers any data source
    void start(Listener listener, @Nullable StartedService startedService, String absentHint) throws RecordProblem {
        Set<String> requested = new LinkedHashSet<>();
        config.getDataSourcesList().forEach(d -> requested.add(d.getConfig().getName()));
        Set<String> missing = missing(requested, startedService);
        for (String name : requested) {
            boolean isAbsent = missing.contains(name);
            listener.source(SourceState.of(
                    name,
                    info.dataSources().getOrDefault(name, ""),
                    isAbsent ? SourceState.Phase.ABSENT : SourceState.Phase.WAITING,
                    config));
        }
        if (!missing.isEmpty()) {
            // If there are other data sources, the producers are running but don't offer these.
            String hint = info.dataSources().isEmpty() ? absentHint : ServiceTexts.NOT_IN_TRACE;
            listener.log(Level.WARNING, ServiceTexts.noProducer(missing, missing.size() == requested.size(), hint));
        }
        // If a trigger starts the recording, it is normal that sources have not started.
        if (port.hasMethod("ObserveEvents") && !config.hasTriggerConfig()) {
            waiting.addAll(requested);
            waiting.removeAll(missing);
        }
        observe(listener);
    }

    /// Returns the requested data sources that no producer offers now or will offer later.
    private Set<String> missing(Set<String> requested, @Nullable StartedService startedService) {
        if (info.dataSources().isEmpty() && info.version().isEmpty()) {
            return Set.of();
        }
        Set<String> missing = info.missing(requested);
        if (startedService != null) {
            missing.removeAll(startedService.lateDataSources());
        }
        return missing;
    }

    private void observe(Listener listener) throws RecordProblem {
        if (!port.hasMethod("ObserveEvents")) {
            return;
        }
        port.observeEvents(
                List.of(
                        ObservableEvents.Type.TYPE_DATA_SOURCES_INSTANCES,
                        ObservableEvents.Type.TYPE_ALL_DATA_SOURCES_STARTED,
                        ObservableEvents.Type.TYPE_CLONE_TRIGGER_HIT),
                e -> {
                    e.getInstanceStateChangesList().forEach(change -> onChange(change, listener));
                    if (e.getAllDataSourcesStarted()) {
                        listener.log(Level.INFO, ServiceTexts.ALL_STARTED);
                    }
                    if (e.hasCloneTriggerHit()) {
                        listener.log(
                                Level.INFO,
                                ServiceTexts.trigger(e.getCloneTriggerHit().getTriggerName()));
                        listener.snapshotRequested();
                    }
                });
    }

    private void onChange(DataSourceInstanceStateChange change, Listener listener) {
        boolean hasStarted = change.getState() == DataSourceInstanceState.DATA_SOURCE_INSTANCE_STATE_STARTED;
        String name = change.getDataSourceName();
        String source = change.getProducerName() + '\0' + name;
        if (hasStarted) {
            waiting.remove(name);
            running.add(source);
        } else {
            running.remove(source);
        }
        listener.source(SourceState.of(
                name,
                change.getProducerName(),
                hasStarted
                        ? SourceState.Phase.RECORDING
                        : waiting.contains(name) ? SourceState.Phase.FAILED : SourceState.Phase.STOPPED,
                config));
    }

    /// Returns whether some sources never started, and none is running.
    boolean areOnlyUnstarted() {
        return !waiting.isEmpty() && running.isEmpty();
    }

    /// Returns the names of the sources that have not started, sorted.
    Set<String> waiting() {
        return new TreeSet<>(waiting);
    }
}
