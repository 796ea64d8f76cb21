package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Pattern for tracks: a regular expression that matches a track's name and number, ignoring case; with the prefix
/// `path:`, the names of its groups and its own, separated by ` › `. Immutable.
public final class TrackPattern {

    /// Prefix of a pattern for whole paths.
    public static final String PATH = "path:";
    /// Maximum number of characters that an expression may read for one track. Some expressions take exponential
    /// time on certain strings.
    private static final long MAX_STEPS = 5_000_000;
    private static final int CHECK_EVERY = 1 << 12;

    /// Thrown if an expression takes too long to match a string.
    public static final class TooSlowException extends RuntimeException {

        TooSlowException() {
            super(TrackInfoTexts.TOO_SLOW, null, false, false);
        }
    }

    private final Pattern pattern;
    private final boolean matchesPath;

    private TrackPattern(Pattern pattern, boolean isPath) {
        this.pattern = pattern;
        this.matchesPath = isPath;
    }

    /// Parses a pattern as typed.
    ///
    /// @throws PatternSyntaxException if it is not a valid regular expression
    public static TrackPattern regex(String typed) {
        boolean isPath = typed.stripLeading().startsWith(PATH);
        String text = isPath ? typed.stripLeading().substring(PATH.length()).strip() : typed.strip();
        return new TrackPattern(Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE), isPath);
    }

    /// Returns a pattern that finds a literal text, ignoring case.
    public static TrackPattern text(String text) {
        return new TrackPattern(
                Pattern.compile(text.strip(), Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE),
                false);
    }

    /// Returns whether the pattern is empty.
    public boolean isEmpty() {
        return pattern.pattern().isEmpty();
    }

    public boolean matches(TrackPath track) {
        return matches(track, () -> false);
    }

    boolean matches(TrackPath track, BooleanSupplier isCanceled) {
        return pattern.matcher(new CountingText(matchesPath ? track.text() : track.name(), isCanceled))
                .find();
    }

    /// Returns the matching tracks, in order.
    ///
    /// @throws CancellationException if canceled
    public List<TrackPath> matching(List<TrackPath> tracks, Predicate<TrackPath> filter, BooleanSupplier isCanceled) {
        List<TrackPath> paths = new ArrayList<>();
        for (TrackPath track : tracks) {
            if (filter.test(track) && matches(track, isCanceled)) {
                paths.add(track);
            }
        }
        return paths;
    }

    /// Returns the positions of matching characters in a track's name, ascending.
    public List<Integer> matchPositions(TrackPath track) {
        Matcher m = pattern.matcher(track.name());
        List<Integer> positions = new ArrayList<>();
        if (!matchesPath && m.find()) {
            for (int i = m.start(); i < m.end(); i++) {
                positions.add(i);
            }
        }
        return positions;
    }

    /// Character sequence that counts how many times its characters are read.
    private static final class CountingText implements CharSequence {

        private final String text;
        private final BooleanSupplier isCanceled;
        private long steps;

        CountingText(String text, BooleanSupplier isCanceled) {
            this.text = text;
            this.isCanceled = isCanceled;
        }

        @Override
        public char charAt(int index) {
            if (++steps % CHECK_EVERY == 0) {
                if (isCanceled.getAsBoolean()) {
                    throw new CancellationException();
                }
                if (steps > MAX_STEPS) {
                    throw new TooSlowException();
                }
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
