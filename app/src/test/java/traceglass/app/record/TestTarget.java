package traceglass.app.record;

import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// A Linux target that is ready and has nothing to report. Tests implement the connection.
abstract class TestTarget implements RecordingTarget {

    private final String id;
    private final String name;

    TestTarget(String id, String name) {
        this.id = id;
        this.name = name;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String detail() {
        return "";
    }

    @Override
    public Platform platform() {
        return Platform.LINUX;
    }

    @Override
    public State state() {
        return State.READY;
    }

    @Override
    public TargetReport inspect() {
        return new TargetReport(List.of(), 0, null, Map.of(), Map.of(), Set.of(), 0);
    }
}
