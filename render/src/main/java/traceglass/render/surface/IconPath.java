package traceglass.render.surface;

import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Lines of an icon, read once from the text of an SVG path: icons are drawn in every frame, and reading their paths
/// each time would take a large part of its time.
///
/// Supports the commands M, L, H, V, C, S, A and Z, absolute and relative. Radii of arcs must be equal.
final class IconPath {

    /// Receives the lines in order.
    interface Sink {
        void moveTo(double x, double y);

        void lineTo(double x, double y);

        void curveTo(double c1x, double c1y, double c2x, double c2y, double x, double y);

        void close();
    }

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z]|-?(?:\\d+(?:\\.\\d+)?|\\.\\d+)");
    /// Number of coordinates of each segment.
    private static final String SEGMENTS = "MLCZ";
    private static final int[] SIZES = {2, 2, 6, 0};

    private final byte[] segments;
    private final double[] coordinates;

    private IconPath(byte[] segments, double[] coordinates) {
        this.segments = segments;
        this.coordinates = coordinates;
    }

    /// Reads the text of a path.
    ///
    /// @throws IllegalArgumentException if the path has an unsupported command
    static IconPath parse(String svg) {
        Parser parser = new Parser(svg);
        parser.parse();
        return new IconPath(
                Arrays.copyOf(parser.segments, parser.segmentCount),
                Arrays.copyOf(parser.coordinates, parser.coordinateCount));
    }

    /// Emits the lines, scaled by `scale` and moved to (x, y).
    void draw(double x, double y, double scale, Sink sink) {
        double[] c = coordinates;
        int at = 0;
        for (byte segment : segments) {
            switch (segment) {
                case 'M' -> sink.moveTo(x + c[at] * scale, y + c[at + 1] * scale);
                case 'L' -> sink.lineTo(x + c[at] * scale, y + c[at + 1] * scale);
                case 'C' ->
                    sink.curveTo(
                            x + c[at] * scale,
                            y + c[at + 1] * scale,
                            x + c[at + 2] * scale,
                            y + c[at + 3] * scale,
                            x + c[at + 4] * scale,
                            y + c[at + 5] * scale);
                default -> sink.close();
            }
            at += SIZES[SEGMENTS.indexOf(segment)];
        }
    }

    private static final class Parser {

        private final String svg;
        private final Matcher tokens;
        private byte[] segments = new byte[16];
        private double[] coordinates = new double[64];
        private int segmentCount;
        private int coordinateCount;
        private double startX;
        private double startY;
        private double x;
        private double y;

        Parser(String svg) {
            this.svg = svg;
            tokens = TOKEN.matcher(svg);
        }

        void parse() {
            char command = 0;
            boolean hasToken = tokens.find();
            while (hasToken) {
                if (Character.isLetter(tokens.group().charAt(0))) {
                    command = tokens.group().charAt(0);
                    hasToken = tokens.find();
                    if (Character.toUpperCase(command) == 'Z') {
                        add('Z');
                        x = startX;
                        y = startY;
                        continue;
                    }
                }
                read(command);
                // More coordinates after a move are lines.
                command = command == 'M' ? 'L' : command == 'm' ? 'l' : command;
                hasToken = tokens.find();
            }
        }

        /// Reads the coordinates of a command; the first is the current token, and the last one becomes it.
        private void read(char command) {
            boolean isRelative = Character.isLowerCase(command);
            double dx = isRelative ? x : 0;
            double dy = isRelative ? y : 0;
            switch (Character.toUpperCase(command)) {
                case 'M' -> {
                    end(dx + current(), dy + next());
                    startX = x;
                    startY = y;
                    add('M', x, y);
                }
                case 'L' -> {
                    end(dx + current(), dy + next());
                    add('L', x, y);
                }
                case 'H' -> {
                    end(dx + current(), y);
                    add('L', x, y);
                }
                case 'V' -> {
                    end(x, dy + current());
                    add('L', x, y);
                }
                case 'C' -> {
                    double c1x = dx + current();
                    double c1y = dy + next();
                    double c2x = dx + next();
                    double c2y = dy + next();
                    end(dx + next(), dy + next());
                    add('C', c1x, c1y, c2x, c2y, x, y);
                }
                case 'S' -> {
                    // The first control point mirrors the second one of the curve before.
                    double c1x = 2 * x - coordinates[coordinateCount - 4];
                    double c1y = 2 * y - coordinates[coordinateCount - 3];
                    double c2x = dx + current();
                    double c2y = dy + next();
                    end(dx + next(), dy + next());
                    add('C', c1x, c1y, c2x, c2y, x, y);
                }
                case 'A' -> {
                    double radius = current();
                    double otherRadius = next();
                    next();
                    boolean isLarge = next() != 0;
                    boolean isClockwise = next() != 0;
                    if (radius != otherRadius) {
                        throw new IllegalArgumentException("arc of an ellipse in " + svg);
                    }
                    arc(radius, isLarge, isClockwise, dx + next(), dy + next());
                }
                default -> throw new IllegalArgumentException("unsupported command " + command + " in " + svg);
            }
        }

        private double current() {
            return Double.parseDouble(tokens.group());
        }

        private double next() {
            if (!tokens.find()) {
                throw new IllegalArgumentException("missing coordinate in " + svg);
            }
            return current();
        }

        private void end(double toX, double toY) {
            x = toX;
            y = toY;
        }

        /// Adds an arc of a circle as curves of at most a quarter circle each.
        private void arc(double radius, boolean isLarge, boolean isClockwise, double toX, double toY) {
            double half = Math.hypot(toX - x, toY - y) / 2;
            if (half == 0) {
                return;
            }
            double r = Math.max(radius, half);
            double height = Math.sqrt(r * r - half * half);
            // The center is on this side of the line between the ends.
            double side = isLarge == isClockwise ? -1 : 1;
            double centerX = (x + toX) / 2 + side * height * (toY - y) / (2 * half);
            double centerY = (y + toY) / 2 - side * height * (toX - x) / (2 * half);
            double from = Math.atan2(y - centerY, x - centerX);
            double sweep = Math.atan2(toY - centerY, toX - centerX) - from;
            if (isClockwise && sweep < 0) {
                sweep += 2 * Math.PI;
            } else if (!isClockwise && sweep > 0) {
                sweep -= 2 * Math.PI;
            }
            int count = (int) Math.ceil(Math.abs(sweep) / (Math.PI / 2) - 1e-9);
            double step = sweep / count;
            double k = 4.0 / 3 * Math.tan(step / 4) * r;
            for (int i = 0; i < count; i++) {
                double a = from + i * step;
                double b = a + step;
                double endX = i == count - 1 ? toX : centerX + r * Math.cos(b);
                double endY = i == count - 1 ? toY : centerY + r * Math.sin(b);
                add(
                        'C',
                        x - k * Math.sin(a),
                        y + k * Math.cos(a),
                        endX + k * Math.sin(b),
                        endY - k * Math.cos(b),
                        endX,
                        endY);
                end(endX, endY);
            }
        }

        private void add(char segment, double... values) {
            if (segmentCount == segments.length) {
                segments = Arrays.copyOf(segments, 2 * segmentCount);
            }
            segments[segmentCount++] = (byte) segment;
            if (coordinateCount + values.length > coordinates.length) {
                coordinates = Arrays.copyOf(coordinates, 2 * coordinates.length);
            }
            for (double value : values) {
                coordinates[coordinateCount++] = value;
            }
        }
    }
}
