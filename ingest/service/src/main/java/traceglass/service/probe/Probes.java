package traceglass.service.probe;

import java.util.List;
import traceglass.service.probe.ftrace.FtraceProbe;

/// The probes of this computer.
public final class Probes {

    private Probes() {}

    /// Returns all probes, also those that will be refused here.
    public static List<Probe> all() {
        SeenIds seen = new SeenIds();
        return List.of(new FtraceProbe(seen));
    }
}
