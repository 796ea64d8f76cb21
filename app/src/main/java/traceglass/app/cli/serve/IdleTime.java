package traceglass.app.cli.serve;

import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Time without calls after which a server stops.
///
/// @param duration length of the time; zero if the server never stops automatically
record IdleTime(Duration duration) {

    static final IdleTime NEVER = new IdleTime(Duration.ZERO);

    private static final Duration AUTOMATIC = Duration.ofMinutes(30);
    private static final Set<String> NONE = Set.of("never", "off", "0");
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(s|m|min|h)");

    /// Parses `30m`, `30min`, `2h`, `90s`, `auto` or `never`; null if it is none of these.
    static IdleTime parse(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (NONE.contains(lower)) {
            return NEVER;
        }
        if (lower.equals("auto")) {
            return new IdleTime(AUTOMATIC);
        }
        Matcher m = FORM.matcher(lower);
        if (!m.matches()) {
            return null;
        }
        long n = Long.parseLong(m.group(1));
        return new IdleTime(
                switch (m.group(2)) {
                    case "s" -> Duration.ofSeconds(n);
                    case "m", "min" -> Duration.ofMinutes(n);
                    default -> Duration.ofHours(n);
                });
    }

    boolean isNever() {
        return duration.isZero();
    }

    @Override
    public String toString() {
        return isNever() ? "never" : duration.toMillis() + "ms";
    }
}
