package traceglass.analysis.ftrace;

import java.util.List;
import traceglass.analysis.load.EventTrack;
import traceglass.analysis.track.RowKey;

/// Raw ftrace events of one CPU.
public record FtraceTrack(long ucpu) implements EventTrack {

    @Override
    public String table() {
        return "ftrace_event";
    }

    @Override
    public List<RowKey> rows() {
        return List.of(new RowKey("ftrace_event", "ucpu", ucpu));
    }

    @Override
    public String events() {
        return "SELECT id, ts, 0, name, NULL FROM __intrinsic_ftrace_event WHERE ucpu = " + ucpu;
    }
}
