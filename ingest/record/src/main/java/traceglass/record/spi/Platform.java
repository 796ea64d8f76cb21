package traceglass.record.spi;

import org.jspecify.annotations.Nullable;

/// Platform of a target. Determines which probes and presets are available.
public enum Platform {
    ANDROID(TargetTexts.ANDROID),
    LINUX(TargetTexts.LINUX),
    CHROME(TargetTexts.CHROME);

    private final String title;

    Platform(String title) {
        this.title = title;
    }

    public String title() {
        return title;
    }

    /// Returns the platform with this name, ignoring case, or null.
    public static @Nullable Platform ofName(String name) {
        for (Platform p : values()) {
            if (p.name().equalsIgnoreCase(name)) {
                return p;
            }
        }
        return null;
    }
}
