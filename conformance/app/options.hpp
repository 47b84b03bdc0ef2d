#pragma once
// The command line of plumbline, as values.

#include "conformance/deviations/deviations.hpp"
#include "spec/base/result.hpp"
#include "spec/command_line/parse_arguments.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace plumbline::app {

/// The values of --documents and --ledger.
struct ContractFiles {
    std::vector<std::string> documents;  ///< see find_documents; if empty, the built-in ones
    std::string ledger;  ///< a file; if empty, that of the contract, none for documents of users
};

/// `plumbline run`.
struct RunCommand {
    std::vector<std::string> files;  ///< the user's suites; if empty, the built-in ones
    /// An API document, whose suite is written at the start; then `files` has only this document.
    std::string api;
    std::string target;  ///< profile file; options override it
    std::string url;     ///< one base URL for all areas
    std::string control_plane_url;
    std::string export_url;
    std::string streaming_url;
    std::string region;  ///< one of the profile's regions; if empty, the URLs outside `regions`
    std::vector<std::string> servers;  ///< source description=URL
    std::vector<std::string> sources;  ///< source description=file
    std::string control_url;
    std::string control_token_env;
    std::string api_key_env;  ///< environment variable; if empty, PLUMBLINE_API_KEY, if it is set
    std::string tenant;
    std::string hosting;  ///< if empty, that of the profile, else `cloud`
    /// File with the target's names; if empty, that of the profile, if any.
    std::string vocabulary;
    ContractFiles contract;
    std::string journal_dir;  ///< if empty, the user's folder for state
    std::string ca_file;
    std::string mock;  ///< program of the embedded mock; if empty, in the folder of plumbline
    std::vector<std::string> variants;  ///< variants of the embedded mock
    std::vector<std::string> faults;    ///< faults of the embedded mock
    std::string world;                  ///< world of the embedded mock
    std::string fixtures;               ///< folder with fixtures of the embedded mock
    std::vector<std::string> areas;
    std::vector<std::string> only;
    std::vector<std::string> skip;
    std::vector<std::string> inputs;       ///< name=value, name=@FILE, name=env:VARIABLE
    std::vector<std::string> input_files;  ///< YAML or JSON files with inputs
    std::vector<std::string> deviations;   ///< files of known deviations, besides the profile's
    std::vector<std::string> severities;   ///< CHECK=fail|warn|ignore; override the profile's
    std::string shard;                     ///< I/N; if empty, all selected scenarios
    std::string shard_times;               ///< result.json of a former run
    std::string baseline;                  ///< result.json whose failures are known
    std::string generated;  ///< none, patch or all; if empty, all with a control interface and no
                            ///< file, else none
    std::optional<int> max_creates;  ///< maximum number of creates by all selected scenarios, at a
                                     ///< target without a control interface
    std::optional<int> max_bodies;   ///< see api_suite::ApiSuiteOptions
    std::optional<int> jobs;         ///< if not set, many with a control interface, few without
    std::optional<std::uint64_t> seed;
    std::optional<double> timeout_s;
    std::optional<std::size_t> response_memory_mib;
    std::optional<double> poll_interval_s;
    std::optional<double> poll_deadline_s;
    std::optional<double> consistency_wait_s;
    /// Requests per second; 0: no limit until the target refuses a request (429).
    std::optional<double> max_rate;
    std::string min_verified;           ///< see verdicts::parse_coverage_amount; may be empty
    std::vector<std::string> required;  ///< see verdicts::CoverageGateOptions
    std::string report_dir;
    std::vector<std::string> formats;  ///< if empty, the default ones
    std::vector<std::string> reports;  ///< FORM=FILE
    std::string progress = "auto";     ///< auto, live, lines, periodic, none
    std::string color = "auto";
    bool allow_writes = false;
    bool read_only = false;         ///< overrides every permission to write
    bool skips_preflight = false;   ///< runs even if the checks of the target fail
    bool lenient_jsonpath = false;  ///< see workflow::LoadOptions
    bool strict = false;
    bool strict_cleanup = false;
    bool fail_on_skipped = false;
    bool strict_schemas = false;
    bool quiet = false;  ///< a line per cause and the counts; no progress
    int verbosity = 0;   ///< see reports::TextStyle

    [[nodiscard]] bool has_target() const {
        return !target.empty() || !url.empty() || !control_plane_url.empty() ||
               !export_url.empty() || !streaming_url.empty() || !servers.empty() || !region.empty();
    }
};

/// `plumbline check`.
struct CheckCommand {
    RunCommand run;               ///< only the options of target and selection are set
    std::string format = "text";  ///< text or json
};

/// `plumbline init`.
struct InitCommand {
    RunCommand run;  ///< only the options that name the target, and `hosting`, are set
    std::string out = "plumbline.yaml";
    std::vector<std::string> assistants;  ///< looked for instead of the suites' graphs
    std::vector<std::string> settings;    ///< MEMBER=VALUE
    bool skips_assistants = false;        ///< starts no agent runs
    bool force = false;                   ///< overwrites the file
};

/// `plumbline lint`.
struct LintCommand {
    std::vector<std::string> files;  ///< if empty, the built-in ones
    ContractFiles contract;
    std::string format = "text";         ///< one of reports::lint_formats()
    bool verbose = false;                ///< prints which document each source is
    std::vector<std::string> sources{};  ///< see RunCommand
};

/// `plumbline list`.
struct ListCommand {
    bool requirements = false;
    bool checks = false;
    std::string format = "text";  ///< of the requirements: text or markdown
    std::vector<std::string> files;
    std::vector<std::string> areas;
    ContractFiles contract;
    std::vector<std::string> sources;  ///< see RunCommand
};

/// `plumbline generate`.
struct GenerateCommand {
    std::string out;  ///< folder
    std::vector<std::string> areas;
    ContractFiles contract;
};

/// `plumbline new suite`.
struct NewSuiteCommand {
    std::string api;  ///< an OpenAPI document
    std::string out;  ///< file; if empty, standard output
};

/// `plumbline cleanup`.
struct CleanupCommand {
    RunCommand target;                  ///< only the options that name the target are set
    std::string journal_dir;            ///< if empty, the user's folder for state
    std::vector<std::string> journals;  ///< files; if empty, all in the folder
    bool dry_run = false;               ///< print, and send nothing
    bool wait = false;                ///< repeat until nothing is left that a later try may delete
    double wait_deadline_s = 600;     ///< how long
    std::vector<std::string> forget;  ///< journals to remove without their resources
};

/// `plumbline batch`.
struct BatchCommand {
    std::vector<std::string> files;  ///< see RunCommand
    ContractFiles contract;
};

/// What `plumbline deviations` does.
enum class DeviationsAction { kAdd, kPrune };

/// `plumbline deviations add` and `prune`.
struct DeviationsCommand {
    DeviationsAction action = DeviationsAction::kAdd;
    std::string result;                    ///< result.json of a run
    std::string file;                      ///< the file of entries
    deviations::ProposalOptions proposal;  ///< add: the command checks them
    bool dry_run = false;                  ///< print, and write nothing
};

/// What `plumbline report` does.
enum class ReportAction { kRender, kMerge, kDiff, kShow };

/// `plumbline report render`, `merge`, `diff` and `show`.
struct RunReportCommand {
    ReportAction action = ReportAction::kRender;
    std::vector<std::string> results;  ///< files; merge: any number, diff: two, else one
    std::string format = "text";       ///< render: a report format; diff: text or json
    std::string output;                ///< render: file; if empty, standard output
    std::vector<std::string> only;     ///< show: globs over scenario names; if empty, all
    std::string baseline;              ///< merge: see RunCommand
    std::string report_dir;            ///< merge
    std::vector<std::string> formats;  ///< merge: if empty, all formats
    bool quiet = false;                ///< merge
    int verbosity = 0;                 ///< merge
};

using PlumblineCommand = std::variant<RunCommand,
                                      CheckCommand,
                                      InitCommand,
                                      LintCommand,
                                      ListCommand,
                                      GenerateCommand,
                                      NewSuiteCommand,
                                      CleanupCommand,
                                      DeviationsCommand,
                                      RunReportCommand,
                                      BatchCommand,
                                      CommandLineExit>;

/// Reads the command line; a usage error returns an CommandLineExit with exit code 2 and a text
/// that explains how to fix it.
[[nodiscard]] PlumblineCommand parse_command_line(int argc, const char* const* argv);

/// Returns the environment variables that give options of subcommands.
[[nodiscard]] std::vector<std::string> option_variables();

}  // namespace plumbline::app
