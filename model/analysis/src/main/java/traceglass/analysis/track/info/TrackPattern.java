package traceglass.analysis.track.info;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// A pattern for tracks: a regular expression that is found in a track's name and number, in any case; with `path:`
/// before it, in the names of its groups and its own, with ` › ` between them. Immutable.
public final class TrackPattern {

    /// Stands before a pattern for whole paths.
    public static final String PATH = "path:";
    /// How many characters an expression may look at for one track. A few expressions take for ever on a few texts.
    private static final long MOST_STEPS = 5_000_000;
    private static final int CHECK_EVERY = 1 << 12;

    /// An expression that looks at a text for too long.
    public static final class TooSlow extends RuntimeException {

        TooSlow() {
            super("this expression takes too long", null, false, false);
        }
    }

    private final Pattern pattern;
    private final boolean path;

    private TrackPattern(Pattern pattern, boolean path) {
        this.pattern = pattern;
        this.path = path;
    }

    /// Reads a pattern as it is typed.
    ///
    /// @throws PatternSyntaxException when it is no regular expression
    public static TrackPattern regex(String typed) {
        boolean path = typed.stripLeading().startsWith(PATH);
        String text = path ? typed.stripLeading().substring(PATH.length()).strip() : typed.strip();
        return new TrackPattern(Pattern.compile(text, Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE), path);
    }

    /// A pattern that is found where a text stands as it is, in any case.
    public static TrackPattern text(String text) {
        return new TrackPattern(
                Pattern.compile(text.strip(), Pattern.LITERAL | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE),
                false);
    }

    /// Whether nothing was asked for yet.
    public boolean isEmpty() {
        return pattern.pattern().isEmpty();
    }

    public boolean matches(TrackPath track) {
        return matches(track, () -> false);
    }

    boolean matches(TrackPath track, BooleanSupplier cancelled) {
        return pattern.matcher(new Watched(path ? track.text() : track.name(), cancelled))
                .find();
    }

    /// Those of some tracks that fit, in their order.
    ///
    /// @throws CancellationException when nobody waits any more
    public List<TrackPath> matching(List<TrackPath> tracks, Predicate<TrackPath> which, BooleanSupplier cancelled) {
        List<TrackPath> found = new ArrayList<>();
        for (TrackPath track : tracks) {
            if (which.test(track) && matches(track, cancelled)) {
                found.add(track);
            }
        }
        return found;
    }

    /// Places of characters in a track's name that fit, ascending.
    public List<Integer> marks(TrackPath track) {
        Matcher m = pattern.matcher(track.name());
        List<Integer> marks = new ArrayList<>();
        if (!path && m.find()) {
            for (int i = m.start(); i < m.end(); i++) {
                marks.add(i);
            }
        }
        return marks;
    }

    /// A text that counts how often it is looked at.
    private static final class Watched implements CharSequence {

        private final String text;
        private final BooleanSupplier cancelled;
        private long steps;

        Watched(String text, BooleanSupplier cancelled) {
            this.text = text;
            this.cancelled = cancelled;
        }

        @Override
        public char charAt(int index) {
            if (++steps % CHECK_EVERY == 0) {
                if (cancelled.getAsBoolean()) {
                    throw new CancellationException();
                }
                if (steps > MOST_STEPS) {
                    throw new TooSlow();
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
