#pragma once
// The ledger: every statement of the description as a numbered requirement.

#include "spec/base/result.hpp"
#include "spec/contract/basis.hpp"
#include "spec/json/document.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline {

/// How a requirement can be checked from outside.
enum class Checkable {
    kBlackBox,  ///< by requests alone
    kControl,   ///< only with the mock's control interface
    kPassive,   ///< only watched while other things happen
    kNo,        ///< not at all; `reason` says why
};

[[nodiscard]] std::string_view to_text(Checkable checkable);

/// One row.
struct Requirement {
    std::string id;         ///< e.g. `CP-CREATE-1`
    std::string area;       ///< control_plane, bulk_export, agent_streaming
    std::string section;    ///< of the description
    std::string statement;  ///< in our words
    Basis basis = Basis::kStated;
    Checkable checkable = Checkable::kBlackBox;
    std::string reason;  ///< for kNo
    SourceRef where;
    /// Values between which the description contradicts itself: what is seen is told, none is
    /// wrong.
    std::vector<std::string> contradiction{};
};

/// All rows in the file's order.
struct Ledger {
    std::vector<Requirement> requirements;

    [[nodiscard]] const Requirement* find(std::string_view id) const;

    /// Errors: kInvalid (unknown or missing member, bad value, duplicate id), with position.
    [[nodiscard]] static Result<Ledger> load(const Document& document);
};

/// Loads the embedded ledger (or `folder`/ledger.yaml).
[[nodiscard]] Result<Ledger> load_ledger(const std::string& folder = "");

}  // namespace plumbline
