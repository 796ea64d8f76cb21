package traceglass.record.config;

import static traceglass.store.language.Translations.tr;

/// Texts about configs. Probes and presets contain their own texts.
final class ConfigTexts {

    private ConfigTexts() {}

    // ---- Modes

    static final String STOP_WHEN_FULL = tr("Stop when full");
    static final String RING_BUFFER = tr("Ring buffer");
    static final String LONG = tr("Long");

    // ---- Sections of probes

    static final String CPU = tr("CPU");
    static final String GPU = tr("GPU");
    static final String POWER = tr("Power");
    static final String MEMORY = tr("Memory");
    static final String APPS = tr("Apps and services");
    static final String LINUX = tr("Linux");
    static final String TRACK_EVENTS = tr("Track events");
    static final String STACK_SAMPLING = tr("Stack sampling");
    static final String NETWORK = tr("Network");
    static final String CHROME = tr("Chrome");
    static final String ADVANCED = tr("Advanced");

    // ---- Options of several probes

    static final String POLL = tr("Poll");
    static final String PROCESSES = tr("Processes, by name or id");
}
