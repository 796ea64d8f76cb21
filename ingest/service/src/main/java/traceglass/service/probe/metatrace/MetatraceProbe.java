package traceglass.service.probe.metatrace;

import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.trace.PerfettoMetatrace;
import traceglass.protos.trace.TracePacket;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.metatrace.Metatrace;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;
import traceglass.service.probe.ProbeContext;
import traceglass.service.probe.ProbeInstance;
import traceglass.service.probe.ServiceProbe;

/// Records events and counters of the service and the probes themselves, to show the cost of tracing.
public final class MetatraceProbe implements ServiceProbe {

    private static final long PERIOD_MS = 100;

    @Override
    public String name() {
        return "perfetto.metatrace";
    }

    @Override
    public ProbeInstance create(DataSourceConfig config, ProbeContext context) {
        return new Instance(context);
    }

    private static final class Instance implements ProbeInstance, Metatrace.Sink {

        private final ProbeContext context;
        private final ProtoWriter packet = new ProtoWriter();
        private Metatrace.@Nullable Reader reader;
        private boolean hasLost;

        Instance(ProbeContext context) {
            this.context = context;
        }

        @Override
        public void start() {
            reader = context.metatrace().open();
            context.runEvery(PERIOD_MS, this::flush);
        }

        @Override
        public void flush() {
            if (reader != null) {
                reader.read(this);
            }
        }

        @Override
        public void onLost(long count) {
            hasLost = true;
        }

        @Override
        public void onEvent(MetatraceEvent event, long startNs, long durationNs, int thread) {
            int message = begin(startNs);
            if (event.id() > 0) {
                packet.varint(PerfettoMetatrace.EVENT_ID_FIELD_NUMBER, event.id());
            } else {
                packet.string(PerfettoMetatrace.EVENT_NAME_FIELD_NUMBER, event.name());
            }
            packet.varint(PerfettoMetatrace.EVENT_DURATION_NS_FIELD_NUMBER, durationNs);
            end(message, thread);
        }

        @Override
        public void onCounter(MetatraceCounter counter, long timeNs, int value, int thread) {
            int message = begin(timeNs);
            if (counter.id() > 0) {
                packet.varint(PerfettoMetatrace.COUNTER_ID_FIELD_NUMBER, counter.id());
            } else {
                packet.string(PerfettoMetatrace.COUNTER_NAME_FIELD_NUMBER, counter.name());
            }
            packet.varint(PerfettoMetatrace.COUNTER_VALUE_FIELD_NUMBER, value);
            end(message, thread);
        }

        private int begin(long timeNs) {
            packet.reset();
            packet.varint(TracePacket.TIMESTAMP_FIELD_NUMBER, timeNs);
            return packet.open(TracePacket.PERFETTO_METATRACE_FIELD_NUMBER);
        }

        private void end(int message, int thread) {
            packet.varint(PerfettoMetatrace.THREAD_ID_FIELD_NUMBER, thread);
            if (hasLost) {
                packet.bool(PerfettoMetatrace.HAS_OVERRUNS_FIELD_NUMBER, true);
            }
            packet.close(message);
            context.write(packet.toByteArray());
        }

        @Override
        public void stop() {
            flush();
            if (reader != null) {
                reader.close();
            }
        }
    }
}
