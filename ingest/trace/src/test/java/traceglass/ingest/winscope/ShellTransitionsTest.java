package traceglass.ingest.winscope;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import traceglass.ingest.perfetto.TraceBuilder;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.winscope.FrameworksBaseWinscopeTracePacket;
import traceglass.protos.winscope.RectProto;
import traceglass.protos.winscope.ShellTransition;
import traceglass.store.table.Table;
import traceglass.store.table.TraceStorage;

class ShellTransitionsTest {

    private static TraceStorage read(ShellTransition.Builder... parts) {
        Trace.Builder trace = Trace.newBuilder();
        for (ShellTransition.Builder part : parts) {
            trace.addPacket(TracePacket.newBuilder()
                    .setTimestamp(1)
                    .setTrustedPacketSequenceId(1)
                    .setExtension(FrameworksBaseWinscopeTracePacket.shellTransition, part.build()));
        }
        return TraceBuilder.read(trace.build().toByteArray());
    }

    private static ShellTransition.Builder part(int id) {
        return ShellTransition.newBuilder().setId(id);
    }

    private static String statuses(TraceStorage s) {
        Table t = s.table("__intrinsic_window_manager_shell_transitions");
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < t.rowCount(); i++) {
            text.append(t.longs("transition_id").get(i))
                    .append(' ')
                    .append(t.longs("ts").get(i))
                    .append(' ')
                    .append(s.strings().get(t.strings("status").get(i)))
                    .append("; ");
        }
        return text.toString();
    }

    @Test
    void mergesTheWindowManagersAndTheShellsTransitionData() {
        TraceStorage s = read(part(5).setSendTimeNs(10).setFinishTimeNs(90), part(5).setDispatchTimeNs(20));
        assertEquals("5 10 played; ", statuses(s));
        assertEquals(
                70,
                s.table("__intrinsic_window_manager_shell_transitions")
                        .longs("duration_ns")
                        .get(0));
        assertEquals(
                2, s.table("__intrinsic_window_manager_shell_transition_protos").rowCount());
    }

    @Test
    void distinguishesMergedAbortedAndPlayedTransitions() {
        assertEquals(
                "1 0 merged; 2 0 aborted; 3 7 null; ",
                statuses(read(
                        part(1).setMergeTimeNs(5),
                        part(2).setShellAbortTimeNs(6),
                        part(3).setDispatchTimeNs(7).setWmAbortTimeNs(8))));
    }

    @Test
    void participantsHaveBoundsWhichAreStoredOnce() {
        RectProto bounds = RectProto.newBuilder().setRight(100).setBottom(50).build();
        ShellTransition.Change change = ShellTransition.Change.newBuilder()
                .setLayerId(-1)
                .setStartAbsoluteBounds(bounds)
                .setEndAbsoluteBounds(bounds)
                .build();
        TraceStorage s = read(part(1).addChanges(change).addChanges(change));
        assertEquals(1, s.table("__intrinsic_winscope_rect").rowCount());
        Table participants = s.table("__intrinsic_window_manager_shell_transition_participants");
        assertEquals(2, participants.rowCount());
        assertEquals(0xFFFF_FFFFL, participants.longs("layer_id").get(0));
    }
}
