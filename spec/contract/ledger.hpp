#pragma once
// The ledger: every statement of the description as a requirement with an id.

#include "spec/base/result.hpp"
#include "spec/contract/model/basis.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// How a requirement can be checked from outside.
enum class Checkability {
    kBlackBox,  ///< can be checked by requests alone
    kControl,   ///< only with the mock's control interface
    kPassive,   ///< only observed during other scenarios
    kNo,        ///< not at all; see `reason`
};

[[nodiscard]] std::string_view to_text(Checkability checkable);
[[nodiscard]] std::optional<Checkability> parse_checkability(std::string_view text);

/// One statement of the description: a row of the ledger.
struct Requirement {
    std::string id;         ///< e.g. `CP-CREATE-1`
    std::string area;       ///< control_plane, bulk_export, agent_streaming
    std::string section;    ///< section of the description
    std::string statement;  ///< the statement in our words
    Basis basis = Basis::kStated;
    Checkability checkable = Checkability::kBlackBox;
    std::string reason;  ///< reason for kNo
    SourceRef where;
    /// Contradictory values that the description states. The observed value is reported; none of
    /// them is a failure.
    std::vector<std::string> contradiction{};
};

/// All requirements in the order of the file.
struct Ledger {
    std::vector<Requirement> requirements;

    [[nodiscard]] const Requirement* find(std::string_view id) const;

    /// Errors: kInvalid (unknown or missing member, bad value, duplicate id), with position.
    [[nodiscard]] static Result<Ledger> load(const Document& document);
};

/// Loads the embedded ledger.
[[nodiscard]] Result<Ledger> load_ledger();

}  // namespace plumbline
