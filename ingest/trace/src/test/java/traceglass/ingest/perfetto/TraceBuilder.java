package traceglass.ingest.perfetto;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.TraceInput;
import traceglass.ingest.TraceProblem;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.EventName;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

/// Builds small traces for tests and imports traces into tables.
public final class TraceBuilder {

    static final long THREAD_UUID = 11;

    final Trace.Builder trace = Trace.newBuilder();

    /// Adds a packet to sequence 1, with a time in ns.
    TracePacket.Builder packet(long ts) {
        return trace.addPacketBuilder().setTimestamp(ts).setTrustedPacketSequenceId(1);
    }

    /// Clears the state of sequence 1 and interns names, with iids from 1 on.
    TraceBuilder names(String... names) {
        InternedData.Builder data = InternedData.newBuilder();
        for (int i = 0; i < names.length; i++) {
            data.addEventNames(EventName.newBuilder().setIid(i + 1).setName(names[i]));
        }
        packet(0)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_INCREMENTAL_STATE_CLEARED_VALUE)
                .setInternedData(data);
        return this;
    }

    TraceBuilder thread(int pid, int tid) {
        packet(0)
                .setTrackDescriptor(TrackDescriptor.newBuilder()
                        .setUuid(THREAD_UUID)
                        .setThread(ThreadDescriptor.newBuilder().setPid(pid).setTid(tid)));
        return this;
    }

    /// Adds an event to sequence 1 on its thread; iid 0 for an event without a name.
    TraceBuilder event(long ts, TrackEvent.Type type, long nameIid) {
        TrackEvent.Builder event = TrackEvent.newBuilder().setType(type).setTrackUuid(THREAD_UUID);
        if (nameIid != 0) {
            event.setNameIid(nameIid);
        }
        packet(ts)
                .setSequenceFlags(TracePacket.SequenceFlags.SEQ_NEEDS_INCREMENTAL_STATE_VALUE)
                .setTrackEvent(event);
        return this;
    }

    byte[] bytes() {
        return trace.build().toByteArray();
    }

    /// Imports a whole trace.
    public static TraceStorage read(byte[] trace) {
        TraceStorage storage = readIfTrace(trace);
        if (storage == null) {
            throw new AssertionError("refused");
        }
        return storage;
    }

    /// Imports a trace that may be damaged; returns null if it is refused, because no packet of it can be read.
    static TraceStorage readIfTrace(byte[] trace) {
        TraceStorage storage = new TraceStorage();
        ImportSession session = new ImportSession(storage, new ImportProgress());
        try {
            TraceInput input = new TraceInput("test", new ByteArrayInputStream(trace), session.progress());
            new PerfettoImporter().read(input, session.context(0, 0));
        } catch (TraceProblem e) {
            return null;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        session.finish();
        return storage;
    }

    public static long stat(TraceStorage storage, String name) {
        Table stats = storage.table("__intrinsic_stats");
        long sum = 0;
        for (int i = 0; i < stats.rowCount(); i++) {
            if (name.equals(storage.strings().get(stats.strings("name").get(i)))) {
                sum += stats.longs("value").get(i);
            }
        }
        return sum;
    }
}
