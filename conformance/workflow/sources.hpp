#pragma once
// The source descriptions of a suite, and finding the operations its steps name.

#include "conformance/workflow/load.hpp"
#include "conformance/workflow/problems.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace plumbline::workflow {

/// The type of a source description whose workflows can be called.
inline constexpr const char* kSuiteType = "arazzo";

/// The operation a step names, and through which source.
struct FoundOperation {
    const Operation* operation;
    std::shared_ptr<const ApiDocument> api;
    std::string source;
    std::string server_url{};  ///< the source's x-serverUrl
    /// Why no step can play it; then there is no operation.
    std::optional<Error> unsupported = std::nullopt;
};

/// The source descriptions of one suite.
class Sources {
  public:
    /// Reads and loads `sourceDescriptions` of the document.
    Sources(const Node& document, const SourceLoader& loader, Problems& problems);

    /// Returns the operation an operationId names: qualified (`$sourceDescriptions.NAME.ID`) or
    /// searched in all sources. Notes a problem at `node` and returns nothing if there is not
    /// exactly one.
    [[nodiscard]] std::optional<FoundOperation> by_id(const Node& node, Problems& problems) const;
    /// The same for an operationPath, `{$sourceDescriptions.NAME.url}#/paths/~1things/get`.
    [[nodiscard]] std::optional<FoundOperation> by_path(const Node& node, Problems& problems) const;

    /// The same for a channelPath, which leads into a source of type asyncapi. What it finds is
    /// never supported.
    [[nodiscard]] std::optional<FoundOperation> by_channel(const Node& node,
                                                           Problems& problems) const;

    /// Says whether `$sourceDescriptions.NAME.ID` names a source of type arazzo. Notes a problem
    /// at `node` if not.
    [[nodiscard]] bool leads_to_suite(const Node& node, Problems& problems) const;

    [[nodiscard]] std::vector<Source> all() const;
    [[nodiscard]] std::vector<std::string> names() const;

  private:
    struct Entry {
        Source source;
        bool broken = false;  ///< its problem is noted; uses of it are not held against the steps
    };

    void read(const Node& node, const SourceLoader& loader, Problems& problems);
    void load(Entry& entry, const Node& node, const SourceLoader& loader, Problems& problems) const;
    [[nodiscard]] const Entry* known(const std::string& name,
                                     const Node& node,
                                     Problems& problems) const;
    [[nodiscard]] const Entry* usable(const std::string& name,
                                      const Node& node,
                                      Problems& problems) const;
    [[nodiscard]] std::optional<FoundOperation> search(const std::string& id,
                                                       const Node& node,
                                                       Problems& problems) const;

    std::vector<Entry> entries_;
};

}  // namespace plumbline::workflow
