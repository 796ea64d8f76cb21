package traceglass.service.probe;

import java.util.List;

/// The probes of this computer.
public final class Probes {

    private Probes() {}

    /// Returns all probes, also those that will be refused here.
    public static List<Probe> all() {
        return List.of();
    }
}
