package traceglass.service.core;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.common.SystemInfo;
import traceglass.protos.common.TraceStats;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.RemoteClockSync;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TraceProvenance;
import traceglass.protos.trace.TraceUuid;
import traceglass.protos.trace.TracingServiceEvent;
import traceglass.protos.trace.Trigger;
import traceglass.service.buffer.TraceBuffer;
import traceglass.service.buffer.Writer;
import traceglass.service.core.peer.MachineInfo;
import traceglass.service.core.peer.SystemClock;

/// Creates the packets that the service itself writes.
final class ServicePacketFactory {

    private static final ByteString MARKER =
            ByteString.copyFrom(HexFormat.of().parseHex("82477a76b28d42ba81dc33326d57a079"));

    private final TracingService service;

    ServicePacketFactory(TracingService service) {
        this.service = service;
    }

    /// Starts a packet of the service's own sequence.
    TracePacket.Builder packet(long boottimeNs) {
        return TracePacket.newBuilder()
                .setTimestamp(boottimeNs)
                .setTrustedUid(service.uid())
                .setTrustedPacketSequenceId(1)
                .setTimestampClockId(SystemClock.BOOTTIME.traceId());
    }

    /// Reads all clocks for a session.
    static ClockSnapshot snapshot(ServiceSession session) {
        ClockSnapshot.Builder snapshot = MachineInfo.readClocks().toBuilder();
        BuiltinClock primary = session.config.getBuiltinDataSources().getPrimaryTraceClock();
        return snapshot.setPrimaryTraceClock(
                        primary == BuiltinClock.BUILTIN_CLOCK_UNKNOWN ? BuiltinClock.BUILTIN_CLOCK_BOOTTIME : primary)
                .build();
    }

    /// Queues a snapshot of the clocks.
    ///
    /// @param isOnlyIfDrifted whether to skip it if no clock has drifted against boot time since the last snapshot
    void takeSnapshot(ServiceSession session, boolean isOnlyIfDrifted) {
        if (session.config.getBuiltinDataSources().getDisableClockSnapshotting()) {
            return;
        }
        ClockSnapshot current = snapshot(session);
        ClockSnapshot before = session.newestSnapshot;
        if (isOnlyIfDrifted && before != null && !hasDrifted(before, current)) {
            return;
        }
        session.newestSnapshot = current;
        session.snapshots.add(current);
        if (session.snapshots.size() > Limits.SNAPSHOTS_KEPT) {
            session.snapshots.removeFirst();
        }
    }

    private static boolean hasDrifted(ClockSnapshot before, ClockSnapshot current) {
        long elapsedNs =
                current.getClocks(0).getTimestamp() - before.getClocks(0).getTimestamp();
        for (int i = 1; i < current.getClocksCount(); i++) {
            long moved =
                    current.getClocks(i).getTimestamp() - before.getClocks(i).getTimestamp();
            if (Math.abs(moved - elapsedNs) >= Limits.CLOCK_DRIFT_NS) {
                return true;
            }
        }
        return false;
    }

    /// Records a lifecycle event. Only the latest events of each kind are kept until they are read.
    void writeEvent(ServiceSession session, TracingServiceEvent.Builder event, boolean withSnapshot) {
        if (session.isFreed) {
            return;
        }
        if (withSnapshot) {
            takeSnapshot(session, true);
        }
        writeEventAt(session, event, SystemClock.BOOTTIME.now());
    }

    /// Records a lifecycle event at an earlier time.
    void writeEventAt(ServiceSession session, TracingServiceEvent.Builder event, long boottimeNs) {
        if (session.config.getBuiltinDataSources().getDisableServiceEvents()) {
            return;
        }
        int kind = event.getEventTypeCase().getNumber();
        boolean isRepeated = kind == TracingServiceEvent.FLUSH_STARTED_FIELD_NUMBER
                || kind == TracingServiceEvent.ALL_DATA_SOURCES_FLUSHED_FIELD_NUMBER
                || kind == TracingServiceEvent.BUFFER_CLONED_FIELD_NUMBER;
        ArrayList<ServiceSession.ServiceEvent> events = session.events.computeIfAbsent(kind, k -> new ArrayList<>());
        if (events.size() >= (isRepeated ? Limits.EVENTS_KEPT : 1)) {
            events.removeFirst();
        }
        events.add(new ServiceSession.ServiceEvent(
                boottimeNs, packet(boottimeNs).setServiceEvent(event).build()));
    }

    static TracingServiceEvent.DataSources.DataSource source(DataSourceInstance instance) {
        return TracingServiceEvent.DataSources.DataSource.newBuilder()
                .setProducerName(instance.producer.info.name())
                .setDataSourceName(instance.config.getName())
                .build();
    }

    /// Synchronization marker, by which readers find packet boundaries. The marker must be the last field.
    TracePacket marker() {
        return TracePacket.newBuilder()
                .setTrustedUid(service.uid())
                .setTrustedPacketSequenceId(1)
                .setSynchronizationMarker(MARKER)
                .build();
    }

    TracePacket clocks(ClockSnapshot snapshot) {
        return packet(snapshot.getClocks(0).getTimestamp())
                .setClockSnapshot(snapshot)
                .build();
    }

    TracePacket config(ServiceSession session) {
        return packet(SystemClock.BOOTTIME.now()).setTraceConfig(session.config).build();
    }

    TracePacket uuid(ServiceSession session) {
        return packet(SystemClock.BOOTTIME.now())
                .setTraceUuid(TraceUuid.newBuilder()
                        .setMsb(session.uuid.getMostSignificantBits())
                        .setLsb(session.uuid.getLeastSignificantBits()))
                .build();
    }

    TracePacket trigger(ServiceSession.ReceivedTrigger trigger, boolean isClone) {
        Trigger.Builder message = Trigger.newBuilder()
                .setTriggerName(trigger.name())
                .setProducerName(trigger.producer())
                .setTrustedProducerUid(trigger.uid())
                .setStopDelayMs(trigger.delayMs());
        TracePacket.Builder packet = packet(trigger.boottimeNs());
        return (isClone ? packet.setCloneSnapshotTrigger(message) : packet.setTrigger(message)).build();
    }

    TracePacket provenance(ServiceSession session) {
        TraceProvenance.Builder provenance = TraceProvenance.newBuilder();
        for (TraceBuffer buffer : session.buffers.values()) {
            TraceProvenance.Buffer.Builder sequences = TraceProvenance.Buffer.newBuilder();
            for (Writer writer : buffer.writers()) {
                sequences.addSequences(TraceProvenance.Sequence.newBuilder()
                        .setId(session.sequenceId(writer))
                        .setProducerId(writer.producer()));
            }
            provenance.addBuffers(sequences);
        }
        return packet(SystemClock.BOOTTIME.now()).setTraceProvenance(provenance).build();
    }

    TracePacket systemInfo() {
        return packet(SystemClock.BOOTTIME.now())
                .setSystemInfo(MachineInfo.read(service.version()))
                .build();
    }

    /// System information of the machines behind relays, once per machine.
    List<TracePacket> remoteSystemInfos(ServiceSession session) {
        List<TracePacket> packets = new ArrayList<>();
        for (RelayEndpoint relay : service.relays(session)) {
            SystemInfo info = relay.info();
            if (info != null && session.describedMachines.add(relay.machineId())) {
                packets.add(TracePacket.newBuilder()
                        .setSystemInfo(info)
                        .setMachineId(relay.machineId())
                        .setTrustedUid(service.uid())
                        .setTrustedPacketSequenceId(1)
                        .build());
            }
        }
        return packets;
    }

    /// Clock readings of the machines behind relays, once per machine.
    ///
    /// @param exchanges number of exchanges that a machine needs
    List<TracePacket> remoteClocks(ServiceSession session, int exchanges) {
        return service.relays(session).stream()
                .filter(r -> r.exchanges().size() >= exchanges && session.synchronizedMachines.add(r.machineId()))
                .map(r -> TracePacket.newBuilder()
                        .setMachineId(r.machineId())
                        .setTrustedUid(service.uid())
                        .setRemoteClockSync(RemoteClockSync.newBuilder().addAllSyncedClocks(r.exchanges()))
                        .build())
                .toList();
    }

    /// Statistics of a session.
    TraceStats stats(ServiceSession session) {
        TraceStats.Builder stats = service.totals()
                .setInvalidPackets(session.invalidPackets)
                .setFlushesRequested(session.flushesRequested)
                .setFlushesSucceeded(session.flushesSucceeded)
                .setFlushesFailed(session.flushesFailed)
                .setFinalFlushOutcome(session.finalFlush);
        if (session.filter != null) {
            stats.setFilterStats(session.filter.stats());
        }
        session.buffers.values().forEach(b -> stats.addBufferStats(b.stats()));
        if (!session.config.getBuiltinDataSources().getDisableChunkUsageHistograms()) {
            for (long bound : TraceBuffer.histogramBounds()) {
                stats.addChunkPayloadHistogramDef(bound);
            }
            int index = 0;
            for (TraceBuffer buffer : session.buffers.values()) {
                stats.addAllWriterStats(buffer.writerStats(index++, session::sequenceId));
            }
        }
        return stats.build();
    }
}
