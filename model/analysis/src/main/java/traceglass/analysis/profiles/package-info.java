/// Profiles without times, such as those of pprof and collapsed stacks, as sources of flame graphs.
package traceglass.analysis.profiles;
