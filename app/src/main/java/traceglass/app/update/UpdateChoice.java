package traceglass.app.update;

import java.time.Duration;
import java.time.Instant;
import traceglass.app.settings.Settings;

/// The choices of the user about updates. Nothing is asked before the user agrees.
///
/// @param isOn whether the program may look for updates without being asked
/// @param channel such as `stable`
/// @param address of the updates; empty for that of the package
/// @param proxy `host:port`; empty for that of the environment
public record UpdateChoice(boolean isOn, String channel, String address, String proxy) {

    public static final String STABLE = "stable";
    /// Names of settings.
    public static final String ON = "updates.on";
    public static final String CHANNEL = "updates.channel";
    public static final String ADDRESS = "updates.address";
    public static final String PROXY = "updates.proxy";
    private static final String CHECKED = "updates.checked";

    private static final Duration BETWEEN_CHECKS = Duration.ofDays(1);

    public static UpdateChoice of(Settings settings) {
        return new UpdateChoice(
                Boolean.parseBoolean(settings.get(ON, "false")),
                settings.get(CHANNEL, STABLE),
                settings.get(ADDRESS, ""),
                settings.get(PROXY, ""));
    }

    public UpdateChoice withChannel(String name) {
        return new UpdateChoice(isOn, name, address, proxy);
    }

    /// Returns whether an automatic check is due: the user has agreed, and the last one was a day ago. A time in the
    /// future is that of a wrong clock.
    public static boolean isDue(Settings settings, Instant now) {
        if (!of(settings).isOn()) {
            return false;
        }
        double last = settings.number(CHECKED, Double.NEGATIVE_INFINITY);
        double seconds = now.getEpochSecond() - last;
        return seconds < 0 || seconds >= BETWEEN_CHECKS.toSeconds();
    }

    /// Remembers a check, also one that failed.
    public static void checked(Settings settings, Instant now) {
        settings.set(CHECKED, now.getEpochSecond());
    }
}
