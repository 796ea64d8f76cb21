package traceglass.convert.perfetto;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.perfetto.output.ConversionLosses;
import traceglass.convert.perfetto.output.MachineIds;
import traceglass.convert.perfetto.output.PacketOutput;
import traceglass.convert.perfetto.output.TaskIds;
import traceglass.protos.system.ProcessTree;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trackevent.ProcessDescriptor;
import traceglass.protos.trackevent.ThreadDescriptor;
import traceglass.protos.trackevent.TrackDescriptor;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.ResultCursor;

/// Writes processes, threads and the tracks of slices and counters.
final class TrackPackets {

    private static final long PROCESS = 1L << 40;
    private static final long THREAD = 2L << 40;
    private static final long TRACK = 3L << 40;

    private final TraceRows rows;
    private final TaskIds ids;
    private final MachineIds machines;
    private final PacketOutput out;
    private final ConversionLosses losses;
    private final long start;
    /// Uuids of the main tracks of threads, by row of `track`.
    private final Map<Long, Long> threadTracks = new HashMap<>();
    /// Rows of the main tracks of threads, by utid.
    private final Map<Long, Long> trackOfThread = new HashMap<>();
    /// Machines by track, for tracks that do not belong to the main machine.
    private final Map<Long, Integer> machineOfTrack = new HashMap<>();
    private final TrackOrder order;

    /// @param start time of the descriptors, in ns
    TrackPackets(
            TraceRows rows, TaskIds ids, MachineIds machines, PacketOutput out, ConversionLosses losses, long start)
            throws IOException, ConvertProblem {
        this.losses = losses;
        this.machines = machines;
        this.rows = rows;
        this.ids = ids;
        this.out = out;
        this.start = start;
        order = TrackOrder.read(rows);
    }

    private TracePacket.Builder packet() {
        return TracePacket.newBuilder().setTimestamp(start);
    }

    /// Returns the uuid of a row of `track`.
    long uuid(long track) {
        return threadTracks.getOrDefault(track, TRACK + track + 1);
    }

    /// Returns the machine of a row of `track`.
    int machine(long track) {
        return machineOfTrack.getOrDefault(track, machines.main());
    }

    void write() throws IOException, ConvertProblem {
        for (int machine : machines.all()) {
            writeProcessTree(machine);
            order.writeRoot(out, packet(), machine);
        }
        for (TaskIds.Process process : ids.processes()) {
            ProcessDescriptor.Builder descriptor =
                    ProcessDescriptor.newBuilder().setPid((int) process.pid());
            if (process.name() != null) {
                descriptor.setProcessName(process.name());
            }
            TrackDescriptor.Builder track = TrackDescriptor.newBuilder()
                    .setUuid(PROCESS + process.upid() + 1)
                    .setProcess(descriptor);
            order.addProcess(process.upid(), track);
            out.write(packet().setTrackDescriptor(track), process.machine());
        }
        rows.query("SELECT id, machine_id FROM track WHERE machine_id != 0", c -> {
            while (c.next()) {
                machineOfTrack.put(c.getLong(0), machines.of(c.getLong(1)));
            }
        });
        rows.query("SELECT min(id), utid FROM thread_track WHERE type = 'thread_execution' GROUP BY utid", c -> {
            while (c.next()) {
                threadTracks.put(c.getLong(0), THREAD + c.getLong(1) + 1);
                trackOfThread.put(c.getLong(1), c.getLong(0));
            }
        });
        rows.query("SELECT DISTINCT utid FROM thread_track UNION SELECT utid FROM thread_counter_track", c -> {
            while (c.next()) {
                writeThread(ids.thread(c.getLong(0)));
            }
        });
        writeTracks();
    }

    private void writeProcessTree(int machine) throws IOException {
        ProcessTree.Builder tree = ProcessTree.newBuilder();
        for (TaskIds.Process process : ids.processes()) {
            if (process.machine() != machine) {
                continue;
            }
            ProcessTree.Process.Builder p = tree.addProcessesBuilder().setPid((int) process.pid());
            TaskIds.Process parent = ids.process(process.parent());
            if (parent != null) {
                p.setPpid((int) parent.pid());
            }
            if (process.uid() >= 0) {
                p.setUid((int) process.uid());
            }
            if (process.isNamedByCommand()) {
                p.addCmdline(process.cmdline());
            } else {
                losses.add("command lines of processes with another name", process.cmdline() == null ? 0 : 1);
                // Readers use the first word as the name, and ignore processes without a command line.
                if (process.name() != null
                        && !process.name().isEmpty()
                        && process.name().indexOf(' ') < 0) {
                    p.addCmdline(process.name()).setCmdlineIsComm(true);
                } else {
                    losses.add(
                            "parents and user ids of processes without a command",
                            parent != null || process.uid() >= 0 ? 1 : 0);
                }
            }
        }
        for (TaskIds.Thread thread : ids.threads()) {
            if (thread.machine() == machine && ids.process(thread.upid()) != null) {
                ProcessTree.Thread.Builder t =
                        tree.addThreadsBuilder().setTid((int) thread.tid()).setTgid((int) thread.pid());
                if (thread.name() != null) {
                    t.setName(thread.name());
                }
            }
        }
        out.write(packet().setProcessTree(tree), machine);
    }

    private void writeThread(TaskIds.Thread thread) throws IOException {
        ThreadDescriptor.Builder descriptor =
                ThreadDescriptor.newBuilder().setPid((int) thread.pid()).setTid(thread.tid());
        if (thread.name() != null) {
            descriptor.setThreadName(thread.name());
        }
        TrackDescriptor.Builder track =
                TrackDescriptor.newBuilder().setUuid(THREAD + thread.utid() + 1).setThread(descriptor);
        order.addThread(thread.utid(), trackOfThread.get(thread.utid()), track);
        out.write(packet().setTrackDescriptor(track), thread.machine());
    }

    private void writeTracks() throws IOException, ConvertProblem {
        rows.query("""
            SELECT t.id, coalesce(t.name, t.type), t.parent_id, coalesce(tt.utid, tc.utid), coalesce(pt.upid, pc.upid),
                ct.id IS NOT NULL, coalesce(ct.unit, ''), cc.cpu
            FROM track AS t
            LEFT JOIN thread_track AS tt ON tt.id = t.id LEFT JOIN process_track AS pt ON pt.id = t.id
            LEFT JOIN counter_track AS ct ON ct.id = t.id LEFT JOIN thread_counter_track AS tc ON tc.id = t.id
            LEFT JOIN process_counter_track AS pc ON pc.id = t.id LEFT JOIN cpu_counter_track AS cc ON cc.id = t.id
            WHERE t.id NOT IN (%s) AND t.id NOT IN (%s) ORDER BY t.id\
            """.formatted(CounterPackets.SLICE_COUNTER_IDS, SamplePackets.TRACKS), c -> {
            while (c.next()) {
                if (!threadTracks.containsKey(c.getLong(0))) {
                    writeTrack(c);
                }
            }
        });
    }

    private void writeTrack(ResultCursor c) throws IOException, QueryException {
        TrackDescriptor.Builder track = TrackDescriptor.newBuilder()
                .setUuid(uuid(c.getLong(0)))
                .setSiblingMergeBehavior(TrackDescriptor.SiblingMergeBehavior.SIBLING_MERGE_BEHAVIOR_NONE);
        String name = c.getString(1);
        long parent = c.getLong(2);
        boolean hasParent = !c.wasNull();
        long utid = c.getLong(3);
        boolean isThreadTrack = !c.wasNull();
        long upid = c.getLong(4);
        boolean isProcessTrack = !c.wasNull();
        if (hasParent) {
            track.setParentUuid(uuid(parent));
        } else if (isThreadTrack) {
            track.setParentUuid(THREAD + utid + 1);
        } else if (isProcessTrack) {
            track.setParentUuid(PROCESS + upid + 1);
        }
        boolean isCounter = c.getLong(5) != 0;
        String unit = c.getString(6);
        long cpu = c.getLong(7);
        track.setName(c.wasNull() ? name : name + " (CPU " + cpu + ")");
        if (isCounter) {
            track.getCounterBuilder().setUnitName(unit);
        }
        order.addTrack(c.getLong(0), track);
        out.write(packet().setTrackDescriptor(track), machine(c.getLong(0)));
    }
}
