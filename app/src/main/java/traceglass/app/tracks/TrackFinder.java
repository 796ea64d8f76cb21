package traceglass.app.tracks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;
import traceglass.analysis.track.TrackNode;
import traceglass.analysis.track.info.TrackPath;
import traceglass.app.command.FuzzyMatch;

/// Fuzzy search over names of tracks and of the groups that contain them. Created once per tree; immutable and
/// thread-safe. A search over 50,000 tracks takes tens of milliseconds.
final class TrackFinder {

    /// Scores of a term by kind of match.
    private static final int IN_NAME = 1000;
    private static final int IN_PATH = 400;
    private static final int SCATTERED_IN_NAME = 150;
    private static final int SCATTERED_IN_PATH = 10;
    private static final int WHOLE_NAME = 500;
    private static final int WORD_START = 200;
    private static final int CHECK_EVERY = 1 << 10;

    /// Matching track.
    ///
    /// @param score higher is better
    /// @param name indexes of the matching characters in its name, ascending
    /// @param groups indexes of the matching characters in the names of its groups
    record Hit(TrackPath path, int score, List<Integer> name, List<Integer> groups) {}

    /// Search result.
    ///
    /// @param best the requested number of hits, best first
    /// @param count number of matches
    record Hits(List<Hit> best, int count) {}

    private final List<TrackPath> paths;
    private final String[] texts;

    private TrackFinder(List<TrackPath> paths) {
        this.paths = paths;
        texts = new String[paths.size()];
        for (int i = 0; i < texts.length; i++) {
            texts[i] = lower(paths.get(i).text());
        }
    }

    static TrackFinder of(List<TrackNode> roots) {
        return new TrackFinder(TrackPath.all(roots));
    }

    List<TrackPath> paths() {
        return paths;
    }

    /// Converts character by character, so that indexes stay valid.
    private static String lower(String text) {
        char[] chars = text.toCharArray();
        for (int i = 0; i < chars.length; i++) {
            chars[i] = Character.toLowerCase(chars[i]);
        }
        return new String(chars);
    }

    /// Finds tracks whose name or groups contain each of the typed words, literally or, with a lower score, as
    /// letters in order. Without words, returns all tracks in tree order.
    ///
    /// @throws CancellationException if the search was canceled
    Hits find(String typed, int maxHits, BooleanSupplier isCanceled) {
        String[] terms = Arrays.stream(lower(typed).strip().split("\\s+"))
                .filter(t -> !t.isEmpty())
                .toArray(String[]::new);
        record Candidate(int index, int score) {}
        // The queue's head is the lowest-ranked of the kept hits and is replaced first.
        Comparator<Candidate> best =
                Comparator.<Candidate>comparingInt(p -> -p.score).thenComparingInt(Candidate::index);
        PriorityQueue<Candidate> top = new PriorityQueue<>(best.reversed());
        int count = 0;
        for (int i = 0; i < texts.length; i++) {
            if (i % CHECK_EVERY == 0 && isCanceled.getAsBoolean()) {
                throw new CancellationException();
            }
            int score = score(i, terms, null);
            if (score >= 0) {
                count++;
                Candidate candidate = new Candidate(i, score);
                if (top.size() < maxHits) {
                    top.add(candidate);
                } else if (best.compare(candidate, top.peek()) < 0) {
                    top.poll();
                    top.add(candidate);
                }
            }
        }
        List<Candidate> sorted = new ArrayList<>(top);
        sorted.sort(best);
        return new Hits(sorted.stream().map(p -> hit(p.index, p.score, terms)).toList(), count);
    }

    private int nameStart(int index) {
        return texts[index].length() - paths.get(index).name().length();
    }

    private Hit hit(int index, int score, String[] terms) {
        boolean[] marks = new boolean[texts[index].length()];
        score(index, terms, marks);
        int start = nameStart(index);
        List<Integer> name = new ArrayList<>();
        List<Integer> groups = new ArrayList<>();
        for (int i = 0; i < marks.length; i++) {
            if (marks[i]) {
                (i >= start ? name : groups).add(i >= start ? i - start : i);
            }
        }
        return new Hit(paths.get(index), score, name, groups);
    }

    /// Score of a track, or −1 if it does not match.
    ///
    /// @param marks receives the indexes of matching characters, unless null
    private int score(int index, String[] terms, boolean[] marks) {
        String text = texts[index];
        int start = nameStart(index);
        int sum = 0;
        for (String term : terms) {
            int score = score(text, start, term, marks);
            if (score < 0) {
                return -1;
            }
            sum += score;
        }
        // Among equal matches, shorter names come first, and tracks come before their groups.
        return terms.length == 0
                ? 0
                : sum * 4
                        - Math.min(text.length() - start, 200)
                        - (paths.get(index).isTrack() ? 0 : 60);
    }

    private static int score(String text, int start, String term, boolean[] marks) {
        int inName = best(text, term, start);
        if (inName >= 0) {
            mark(marks, inName, term.length());
            boolean isWholeName = inName == start && term.length() == text.length() - start;
            return IN_NAME + (isWholeName ? WHOLE_NAME : 0) + (startsWord(text, inName) ? WORD_START : 0);
        }
        int inPath = best(text, term, 0);
        if (inPath >= 0) {
            mark(marks, inPath, term.length());
            return IN_PATH + (startsWord(text, inPath) ? WORD_START : 0);
        }
        if (containsScattered(text, start, term)) {
            markScattered(marks, text, start, term);
            return SCATTERED_IN_NAME;
        }
        if (containsScattered(text, 0, term)) {
            markScattered(marks, text, 0, term);
            return SCATTERED_IN_PATH;
        }
        return -1;
    }

    /// Finds a term at or after an index, preferably at the start of a word.
    private static int best(String text, String term, int from) {
        int first = text.indexOf(term, from);
        for (int at = first; at >= 0; at = text.indexOf(term, at + 1)) {
            if (startsWord(text, at)) {
                return at;
            }
        }
        return first;
    }

    private static boolean startsWord(String text, int at) {
        return at == 0 || !Character.isLetterOrDigit(text.charAt(at - 1));
    }

    private static boolean containsScattered(String text, int from, String term) {
        int at = from;
        for (int i = 0; i < term.length(); i++) {
            at = text.indexOf(term.charAt(i), at) + 1;
            if (at == 0) {
                return false;
            }
        }
        return true;
    }

    private static void mark(boolean[] marks, int at, int length) {
        if (marks != null) {
            Arrays.fill(marks, at, at + length, true);
        }
    }

    private static void markScattered(boolean[] marks, String text, int from, String term) {
        if (marks != null) {
            for (int position : FuzzyMatch.marks(term, text.substring(from))) {
                marks[from + position] = true;
            }
        }
    }
}
