package traceglass.app.fleet.value;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Compares strings by the numerical values of numbers in them: `run 9` comes before `run 10`.
public enum NaturalOrder implements Comparator<String> {
    INSTANCE;

    private static final Pattern PARTS = Pattern.compile("\\d+|\\D+");

    @Override
    public int compare(String a, String b) {
        Matcher inA = PARTS.matcher(a);
        Matcher inB = PARTS.matcher(b);
        while (inA.find()) {
            if (!inB.find()) {
                return 1;
            }
            String partA = inA.group();
            String partB = inB.group();
            boolean areNumbers = Character.isDigit(partA.charAt(0)) && Character.isDigit(partB.charAt(0));
            int order = areNumbers ? new BigInteger(partA).compareTo(new BigInteger(partB)) : partA.compareTo(partB);
            if (order != 0) {
                return order;
            }
        }
        return inB.find() ? -1 : a.compareTo(b);
    }
}
