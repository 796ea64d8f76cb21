package traceglass.service.core;

import com.google.protobuf.MessageLite;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.service.buffer.BufferPacket;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.core.packet.PacketCheck;
import traceglass.service.core.packet.PacketCompressor;
import traceglass.service.core.peer.PeerIdentity;
import traceglass.service.core.peer.SystemClock;
import traceglass.service.filter.PacketFilter;
import traceglass.service.metatrace.MetatraceCounter;
import traceglass.service.metatrace.MetatraceEvent;

/// Reads a session in batches: the service's own packets, the buffers, and statistics at the end.
final class SessionReader {

    private static final PeerIdentity UNKNOWN = PeerIdentity.local(0, 0);

    /// Number of clock exchanges needed to compute the offset and latency of another machine.
    private static final int MIN_EXCHANGES = 2;

    private final TracingService service;

    SessionReader(TracingService service) {
        this.service = service;
    }

    /// Packets of one batch.
    ///
    /// @param hasMore whether another batch follows immediately
    record Batch(List<byte[]> packets, boolean hasMore) {}

    /// Filtered packets of a batch. Their unfiltered size counts, so that a filter does not make batches longer.
    private static final class Output {
        final List<byte[]> packets = new ArrayList<>();
        final @Nullable PacketFilter filter;
        long bytes;

        Output(ServiceSession session) {
            filter = session.filter;
        }

        void add(MessageLite packet) {
            add(packet.toByteArray(), -1);
        }

        void add(byte[] packet, int buffer) {
            packets.add(filter == null ? packet : filter.apply(packet, buffer));
            bytes += packet.length;
        }

        void addUnfiltered(byte[] packet) {
            packets.add(packet);
            if (filter != null) {
                filter.countUnfiltered(packet);
            }
        }
    }

    /// Reads packets of about the given number of bytes in total.
    Batch read(ServiceSession session, int threshold) {
        if (waitsForTrigger(session)) {
            return new Batch(List.of(), false);
        }
        long begin = service.loop().metatrace().begin();
        Output out = new Output(session);
        addClocks(session, out);
        if (session.isSyncMarkerDue) {
            session.isSyncMarkerDue = false;
            out.add(service.packets().marker());
        }
        addConfigAndTriggers(session, out);
        if (!session.areOncePacketsWritten) {
            session.areOncePacketsWritten = true;
            addOncePackets(session, out);
        }
        if (!session.config.getBuiltinDataSources().getDisableSystemInfo()) {
            service.packets().remoteSystemInfos(session).forEach(out::add);
        }
        addEvents(session, out);
        session.concurrentEvents.stream()
                .sorted(Comparator.comparingLong(ServiceSession.ServiceEvent::boottimeNs))
                .forEach(e -> out.add(e.packet()));
        session.concurrentEvents.clear();
        addRemoteClocks(session, out);
        boolean hasMore = readBuffers(session, out, threshold);
        if (!hasMore) {
            addCompletion(session, out);
        }
        Batch batch = new Batch(PacketCompressor.compress(session.config, out.packets), hasMore);
        service.loop().metatrace().end(MetatraceEvent.SERVICE_READ_BUFFERS, begin);
        service.loop().metatrace().count(MetatraceCounter.SERVICE_READ_BYTES, out.bytes);
        return batch;
    }

    private static boolean waitsForTrigger(ServiceSession session) {
        boolean hasNoTriggers = session.triggers.isEmpty() && !session.isClone();
        return switch (session.triggerMode()) {
            case START_TRACING, STOP_TRACING -> hasNoTriggers;
            case CLONE_SNAPSHOT -> !session.isClone();
            default -> false;
        };
    }

    private void addClocks(ServiceSession session, Output out) {
        if (session.initialSnapshot != null) {
            out.add(service.packets().clocks(session.initialSnapshot));
            session.initialSnapshot = null;
        }
        session.snapshots.forEach(s -> out.add(service.packets().clocks(s)));
        session.snapshots.clear();
    }

    private void addConfigAndTriggers(ServiceSession session, Output out) {
        if (session.config.getBuiltinDataSources().getDisableTraceConfig()) {
            return;
        }
        if (!session.isConfigWritten) {
            session.isConfigWritten = true;
            out.add(service.packets().config(session));
            if (session.cloneTrigger != null) {
                out.add(service.packets().trigger(session.cloneTrigger, true));
            }
        }
        for (; session.triggersWritten < session.triggers.size(); session.triggersWritten++) {
            out.add(service.packets().trigger(session.triggers.get(session.triggersWritten), false));
        }
    }

    private void addOncePackets(ServiceSession session, Output out) {
        out.add(service.packets().uuid(session));
        out.add(service.packets().provenance(session));
        if (!session.config.getBuiltinDataSources().getDisableSystemInfo()) {
            out.add(service.packets().systemInfo());
        }
    }

    private static void addEvents(ServiceSession session, Output out) {
        session.events.values().stream()
                .flatMap(List::stream)
                .sorted(Comparator.comparingLong(ServiceSession.ServiceEvent::boottimeNs))
                .forEach(e -> out.add(e.packet()));
        session.events.clear();
    }

    private void addRemoteClocks(ServiceSession session, Output out) {
        if (!session.config.getBuiltinDataSources().getDisableClockSnapshotting()) {
            service.packets()
                    .remoteClocks(session, isComplete(session) ? 1 : MIN_EXCHANGES)
                    .forEach(out::add);
        }
    }

    /// Returns whether the buffers receive no more data.
    private static boolean isComplete(ServiceSession session) {
        return session.isClone() || session.state == ServiceSessionState.DISABLED;
    }

    private static boolean readBuffers(ServiceSession session, Output out, int threshold) {
        boolean isLast = isComplete(session);
        int index = -1;
        for (TraceBuffer buffer : session.buffers.values()) {
            index++;
            for (BufferPacket p = buffer.read(isLast); p != null; p = buffer.read(isLast)) {
                if (!PacketCheck.isValid(p.bytes())) {
                    session.invalidPackets++;
                    continue;
                }
                PeerIdentity identity =
                        session.identities.getOrDefault(p.writer().producer(), UNKNOWN);
                out.add(PacketCheck.withTrusted(p.bytes(), identity, session.sequenceId(p.writer()), p.loss()), index);
                if (out.bytes >= threshold) {
                    return true;
                }
            }
        }
        return false;
    }

    private void addCompletion(ServiceSession session, Output out) {
        if (!session.config.getBuiltinDataSources().getDisableServiceEvents()) {
            out.add(service.packets()
                    .packet(SystemClock.BOOTTIME.now())
                    .setServiceEvent(TracingServiceEvent.newBuilder().setReadTracingBuffersCompleted(true))
                    .build());
        }
        if (session.areStatsDue) {
            session.areStatsDue = false;
            out.addUnfiltered(service.packets()
                    .packet(SystemClock.BOOTTIME.now())
                    .setTraceStats(service.packets().stats(session))
                    .build()
                    .toByteArray());
        }
    }
}
