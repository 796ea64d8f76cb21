package traceglass.ingest.flamegraph;

import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import traceglass.ingest.ImportContext;
import traceglass.ingest.text.XmlStream;

/// Reads the bars of a picture. Each is a rectangle whose text is that of its group's title or, in old files, that of
/// its `onmouseover`:
///
/// ```
/// <g><title>main (1,415 samples, 80.90%)</title><rect x="235" y="165" width="955" height="15"/></g>
/// ```
///
/// In pictures that Traceglass draws, groups have the value as an attribute, and the first line of the title is the
/// name:
///
/// ```
/// <g data-value="1415"><title>main
/// 1,415 samples, 80.9 %</title><rect x="235.00" y="19" width="955.00" height="18"/></g>
/// ```
final class FlameGraphPicture {

    private static final Pattern TOOLTIP = Pattern.compile(
            "(.*) \\((?:-?[\\d,.]+ [^,()]*, )?([\\d,]+(?:\\.\\d+)?)(?: ([^,()]*))?, [\\d.]+%[^()]*\\)", Pattern.DOTALL);
    private static final Pattern MOUSE_TEXT = Pattern.compile("s\\('(.*)'\\)", Pattern.DOTALL);

    private record Bar(double start, double width, double value, String name) {}

    /// Bars by their distance from the top of the picture.
    private final TreeMap<Double, List<Bar>> rows = new TreeMap<>();
    private String title = "";
    private String units = "";
    private String tooltip = "";
    /// Value of the current group; NaN if only the tooltip has one.
    private double groupValue = Double.NaN;
    private boolean isTotal;
    private final StringBuilder text = new StringBuilder();

    /// Reads the file as far as it is valid.
    void read(Reader in) throws XMLStreamException {
        XMLStreamReader xml = XmlStream.factory().createXMLStreamReader(in);
        while (xml.hasNext()) {
            switch (xml.next()) {
                case XMLStreamConstants.START_ELEMENT -> start(xml);
                case XMLStreamConstants.CHARACTERS -> text.append(xml.getText());
                case XMLStreamConstants.END_ELEMENT -> end(xml.getLocalName());
                default -> {}
            }
        }
    }

    private void start(XMLStreamReader xml) {
        text.setLength(0);
        switch (xml.getLocalName()) {
            case "svg" -> {
                String measure = xml.getAttributeValue(null, "data-measure");
                String unit = xml.getAttributeValue(null, "data-unit");
                title = measure == null ? title : measure;
                units = unit == null ? units : unit;
            }
            case "g", "a" -> {
                tooltip = readTooltip(xml);
                groupValue = parseNumber(xml.getAttributeValue(null, "data-value"));
                isTotal = xml.getAttributeValue(null, "data-total") != null;
            }
            case "rect" -> {
                String rectangleTooltip = readTooltip(xml);
                readBar(rectangleTooltip.isEmpty() ? tooltip : rectangleTooltip, xml);
            }
            default -> {}
        }
    }

    private void end(String element) {
        if (element.equals("title")) {
            tooltip = text.toString();
        } else if (element.equals("text") && title.isEmpty()) {
            title = text.toString().strip();
        } else if (element.equals("g") || element.equals("a")) {
            tooltip = "";
            groupValue = Double.NaN;
        }
        text.setLength(0);
    }

    private static String readTooltip(XMLStreamReader xml) {
        String script = xml.getAttributeValue(null, "onmouseover");
        Matcher m = MOUSE_TEXT.matcher(script == null ? "" : script);
        return m.matches() ? m.group(1).replace("\\'", "'") : "";
    }

    private void readBar(String info, XMLStreamReader xml) {
        double x = parseNumber(xml.getAttributeValue(null, "x"));
        double y = parseNumber(xml.getAttributeValue(null, "y"));
        double width = parseNumber(xml.getAttributeValue(null, "width"));
        if (Double.isNaN(x + y + width)) {
            return;
        }
        if (!Double.isNaN(groupValue)) {
            String name =
                    isTotal ? FlameGraphBars.TOTAL : info.lines().findFirst().orElse("");
            rows.computeIfAbsent(y, r -> new ArrayList<>()).add(new Bar(x, width, groupValue, name));
            return;
        }
        Matcher m = TOOLTIP.matcher(info);
        if (!m.matches()) {
            return;
        }
        double value = parseNumber(m.group(2).replace(",", ""));
        if (units.isEmpty() && m.group(3) != null) {
            units = m.group(3).strip();
        }
        rows.computeIfAbsent(y, r -> new ArrayList<>()).add(new Bar(x, width, value, m.group(1)));
    }

    /// Returns the number in pixels or thousandths of a percent, both of which are larger than rounding errors; NaN if
    /// there is none.
    private static double parseNumber(String attribute) {
        if (attribute == null) {
            return Double.NaN;
        }
        try {
            return attribute.endsWith("%")
                    ? 1000 * Double.parseDouble(attribute.substring(0, attribute.length() - 1))
                    : Double.parseDouble(attribute);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }

    /// Adds the profile and returns true, or returns false if there are no bars.
    boolean write(ImportContext context) {
        if (rows.isEmpty()) {
            return false;
        }
        FlameGraphBars stacks = new FlameGraphBars();
        int level = 0;
        for (List<Bar> row : (growsDownwards() ? rows : rows.descendingMap()).values()) {
            for (Bar bar : row) {
                stacks.add(level, bar.start, bar.width, bar.value, bar.name);
            }
            level++;
        }
        String unit = units.toLowerCase(Locale.ROOT);
        double scale = nanosecondsOf(unit);
        boolean isInBytes = unit.equals("bytes");
        boolean isMilli = unit.equals("milliunits");
        stacks.write(
                context,
                title.isEmpty() ? "Flame graph" : title,
                scale > 0 ? "time" : unit.isEmpty() ? "samples" : isMilli ? title : units,
                scale > 0 ? "nanoseconds" : isInBytes ? "bytes" : "count",
                scale > 0 ? scale : isMilli ? 1e-3 : 1);
        return true;
    }

    /// Returns the nanoseconds of a unit of time; 0 for other units.
    private static double nanosecondsOf(String unit) {
        return switch (unit) {
            case "ns", "nanoseconds" -> 1;
            case "us", "µs", "microseconds", "usecs" -> 1e3;
            case "ms", "milliseconds", "msecs" -> 1e6;
            case "s", "seconds", "secs" -> 1e9;
            default -> 0;
        };
    }

    /// Returns whether the outermost frames are at the top: their row is the widest, and begins with the total.
    private boolean growsDownwards() {
        List<Bar> top = rows.firstEntry().getValue();
        List<Bar> bottom = rows.lastEntry().getValue();
        boolean isTotalAtTop = FlameGraphBars.isTotal(top.getFirst().name);
        boolean isTotalAtBottom = FlameGraphBars.isTotal(bottom.getFirst().name);
        if (isTotalAtTop != isTotalAtBottom) {
            return isTotalAtTop;
        }
        return sum(top) > sum(bottom);
    }

    private static double sum(List<Bar> bars) {
        return bars.stream().mapToDouble(Bar::value).sum();
    }
}
