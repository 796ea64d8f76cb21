package traceglass.ingest.instruments;

import java.util.ArrayList;
import java.util.List;
import traceglass.ingest.tracker.stack.ProfilerSamples;

/// An element of a row: a value to which later rows can refer by its id.
final class Cell {

    /// Marks a missing number.
    static final long NONE = Long.MIN_VALUE;

    private static final List<Cell> NO_PARTS = List.of();

    final String tag;
    /// Display form, which depends on the user's language; null if it equals the element's text.
    String displayText;
    /// Text of the element; null if it is a number or missing.
    private String text;
    private long number = NONE;
    private List<Cell> cells = NO_PARTS;
    /// Object created from the element: a [Frame], a [Binary] or a [Backtrace].
    Object object;

    /// A binary: an executable or library.
    static final class Binary {
        String path = "";
        String uuidHex = "";
        long load;
        /// Largest address seen in the binary.
        long max;
    }

    /// A function, or an address in one.
    ///
    /// @param file path of the source file, or null
    /// @param line 0 if unknown
    record Frame(long address, String name, Binary binary, String file, long line) {}

    /// Callstack, innermost frame first.
    static final class Backtrace {
        final List<Frame> frames;
        /// Callsite in the process in which the stack was first seen.
        int callsite = ProfilerSamples.NONE;
        int upid = -1;

        Backtrace(List<Frame> frames) {
            this.frames = frames;
        }
    }

    Cell(String tag) {
        this.tag = tag;
    }

    void add(Cell cell) {
        if (cells == NO_PARTS) {
            cells = new ArrayList<>(2);
        }
        cells.add(cell);
    }

    List<Cell> parts() {
        return cells;
    }

    /// Discards the parts once an object has been created from them.
    void dropParts() {
        cells = NO_PARTS;
    }

    /// Sets the text. A number is stored only as a number.
    void setText(String value) {
        String trimmed = value.strip();
        if (trimmed.isEmpty()) {
            return;
        }
        if (isInteger(trimmed)) {
            number = Long.parseLong(trimmed);
        } else {
            text = trimmed;
        }
        if (trimmed.equals(displayText)) {
            displayText = null;
        }
    }

    private static boolean isInteger(String value) {
        int start = value.charAt(0) == '-' ? 1 : 0;
        int digits = value.length() - start;
        if (digits == 0 || digits > 18 || digits > 1 && value.charAt(start) == '0' || value.equals("-0")) {
            return false;
        }
        for (int i = start; i < value.length(); i++) {
            if (value.charAt(i) < '0' || value.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    /// Returns the integer; [#NONE] if the element is not an integer.
    long number() {
        return number;
    }

    /// Returns the number; NaN if the element is not a number.
    double real() {
        if (number != NONE) {
            return number;
        }
        try {
            return text == null ? Double.NaN : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Returns the text; null if there is none.
    String text() {
        return number != NONE ? Long.toString(number) : text;
    }

    /// Returns the display form; null if there is none.
    String label() {
        return displayText != null ? displayText : text();
    }

    /// Returns the first child element with this tag, or null.
    Cell part(String name) {
        for (Cell cell : cells) {
            if (cell.tag.equals(name)) {
                return cell;
            }
        }
        return null;
    }
}
