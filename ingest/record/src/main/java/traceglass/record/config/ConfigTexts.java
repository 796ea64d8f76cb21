package traceglass.record.config;

/// Texts about configs. Probes and presets contain their own texts.
final class ConfigTexts {

    private ConfigTexts() {}

    // ---- Modes

    static final String STOP_WHEN_FULL = "Stop when full";
    static final String RING_BUFFER = "Ring buffer";
    static final String LONG = "Long";

    // ---- Sections of probes

    static final String CPU = "CPU";
    static final String GPU = "GPU";
    static final String POWER = "Power";
    static final String MEMORY = "Memory";
    static final String APPS = "Apps and services";
    static final String LINUX = "Linux";
    static final String TRACK_EVENTS = "Track events";
    static final String STACK_SAMPLING = "Stack sampling";
    static final String NETWORK = "Network";
    static final String CHROME = "Chrome";
    static final String ADVANCED = "Advanced";

    // ---- Options of several probes

    static final String POLL = "Poll";
    static final String PROCESSES = "Processes, by name or id";
}
