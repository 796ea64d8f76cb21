/// Reports about a selected range: their interface, and the common base of reports of plain events. Each report is in
/// the package of its subject.
package traceglass.analysis.report;
