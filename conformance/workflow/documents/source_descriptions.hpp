#pragma once
// The source descriptions of a suite, and the lookup of operations that its steps name.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems/problems.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// The type of a source description whose workflows can be called.
inline constexpr const char* kSuiteType = "arazzo";

/// The operation that a step names, and the source that it was found in.
struct SourceOperation {
    const Operation* operation;
    std::shared_ptr<const ApiDocument> api;
    std::string source;
    std::string server_url{};  ///< the source's x-serverUrl
    /// Why a step cannot run it; then `operation` is null.
    std::optional<Error> unsupported = std::nullopt;
};

/// The source descriptions of one suite.
class SourceDescriptions {
  public:
    /// Reads `sourceDescriptions` of the document and loads the API documents.
    SourceDescriptions(const DocumentNode& document,
                       const SourceLoader& loader,
                       ProblemCollector& problems);

    /// Returns the operation with an operationId: qualified (`$sourceDescriptions.NAME.ID`), or
    /// searched in all sources. Reports a problem at `node` and returns nothing if there is not
    /// exactly one.
    [[nodiscard]] std::optional<SourceOperation> find_by_id(const DocumentNode& node,
                                                            ProblemCollector& problems) const;
    /// Returns the operation of an operationPath,
    /// `{$sourceDescriptions.NAME.url}#/paths/~1things/get`.
    [[nodiscard]] std::optional<SourceOperation> find_by_path(const DocumentNode& node,
                                                              ProblemCollector& problems) const;

    /// Returns the operation of a channelPath, which names a source of type asyncapi. It is never
    /// supported.
    [[nodiscard]] std::optional<SourceOperation> find_by_channel(const DocumentNode& node,
                                                                 ProblemCollector& problems) const;

    /// Returns whether `$sourceDescriptions.NAME.ID` names a source of type arazzo. Reports a
    /// problem at `node` if it does not.
    [[nodiscard]] bool is_workflow_reference(const DocumentNode& node,
                                             ProblemCollector& problems) const;

    [[nodiscard]] std::vector<Source> all() const;
    [[nodiscard]] std::vector<std::string> names() const;

  private:
    struct SourceEntry {
        Source source;
        bool failed =
            false;  ///< its problem is reported; steps that use it get no problem of their own
    };

    void read(const DocumentNode& node, const SourceLoader& loader, ProblemCollector& problems);
    void load(SourceEntry& entry,
              const DocumentNode& node,
              const SourceLoader& loader,
              ProblemCollector& problems) const;
    [[nodiscard]] const SourceEntry* find_entry(const std::string& name,
                                                const DocumentNode& node,
                                                ProblemCollector& problems) const;
    [[nodiscard]] const SourceEntry* find_usable_entry(const std::string& name,
                                                       const DocumentNode& node,
                                                       ProblemCollector& problems) const;
    [[nodiscard]] std::optional<SourceOperation> search_all(const std::string& id,
                                                            const DocumentNode& node,
                                                            ProblemCollector& problems) const;

    std::vector<SourceEntry> entries_;
};

}  // namespace plumbline::workflow
