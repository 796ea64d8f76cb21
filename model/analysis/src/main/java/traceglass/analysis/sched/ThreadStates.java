package traceglass.analysis.sched;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.analysis.load.EventArrays;
import traceglass.analysis.load.SliceLayout;
import traceglass.analysis.sched.states.ThreadStateLabels;
import traceglass.analysis.track.FlameInputs;
import traceglass.analysis.track.Owner;
import traceglass.analysis.track.RowKey;
import traceglass.analysis.track.TrackData;
import traceglass.analysis.track.TrackKind;
import traceglass.analysis.track.TrackReadContext;
import traceglass.analysis.track.TrackStyle;

/// States of one thread: rows of `thread_state` with this `utid`.
public record ThreadStates(long utid) implements TrackKind {

    @Override
    public String id() {
        return "thread_state";
    }

    @Override
    public TrackStyle style() {
        return TrackStyle.STATES;
    }

    @Override
    public String label() {
        return SchedTexts.STATES_TRACK_KIND;
    }

    @Override
    public String icon() {
        return "thread";
    }

    @Override
    public String table() {
        return "thread_state";
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("thread_state", "utid", utid));
    }

    @Override
    public Owner owner() {
        return Owner.thread(utid);
    }

    @Override
    public void addFlameInputs(FlameInputs inputs) {
        inputs.addThread(utid);
    }

    @Override
    public TrackData read(TrackReadContext context) throws SQLException {
        EventArrays events = new EventArrays(true);
        Map<String, String> names = new HashMap<>();
        context.forEachRow(
                "SELECT id, ts, dur, state, io_wait FROM __intrinsic_thread_state WHERE utid = " + utid, r -> {
                    String state = r.getString(4);
                    long io = r.getLong(5);
                    Boolean ioWait = r.wasNull() ? null : io != 0;
                    String word = names.computeIfAbsent(state + "/" + ioWait, k -> ThreadStateLabels.of(state, ioWait));
                    events.add(r.getLong(1), r.getLong(2), r.getLong(3), 0, 0, word, null);
                });
        return SliceLayout.inRows(events, context.traceEnd());
    }
}
