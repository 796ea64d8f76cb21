package traceglass.record.config;

/// Finds what somebody may have meant by a name that is not there.
final class Nearest {

    private Nearest() {}

    /// The name with the fewest letters to change, or null where none is near: more than a third of the letters, and more than two, are
    /// another word.
    static String of(String name, Iterable<String> names) {
        String best = null;
        int least = Math.max(2, name.length() / 3) + 1;
        for (String n : names) {
            int d = distance(name, n);
            if (d < least) {
                least = d;
                best = n;
            }
        }
        return best;
    }

    /// How many letters have to be changed, added or taken away.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int up = row[j];
                row[j] = Math.min(Math.min(row[j] + 1, row[j - 1] + 1), diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                diagonal = up;
            }
        }
        return row[b.length()];
    }
}
