package traceglass.record.spi;

import org.jspecify.annotations.Nullable;

/// What a target runs: decides which probes and presets make sense on it.
public enum Platform {
    ANDROID("Android"),
    LINUX("Linux"),
    CHROME("Chrome");

    private final String title;

    Platform(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /// The one with this name in any case, or null.
    public static @Nullable Platform named(String name) {
        for (Platform p : values()) {
            if (p.name().equalsIgnoreCase(name)) {
                return p;
            }
        }
        return null;
    }
}
